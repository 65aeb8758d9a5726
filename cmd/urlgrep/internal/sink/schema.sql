-- The tables of a database of URLs, for the shell of SQLite 3.24 or later.

.bail on
-- Wait up to ten minutes, in milliseconds, for other programs that use the database.
.timeout 600000
PRAGMA foreign_keys = ON;
BEGIN IMMEDIATE;

-- A run of urlgrep.
CREATE TABLE IF NOT EXISTS run (
    id      INTEGER PRIMARY KEY,
    version TEXT NOT NULL, -- of urlgrep
    command TEXT NOT NULL, -- the command line
    options TEXT NOT NULL, -- those of its options that affect the rows of a file
    started TEXT NOT NULL  -- RFC 3339, UTC
);

-- A file that was searched, or another source of text. A later run replaces the rows of a
-- file with the same path.
CREATE TABLE IF NOT EXISTS file (
    id       INTEGER PRIMARY KEY,
    run      INTEGER NOT NULL REFERENCES run, -- the last one that searched it
    path     TEXT NOT NULL,                   -- with U+FFFD for each octet that is not UTF-8
    raw_path BLOB NOT NULL,                   -- the octets of the path
    size     INTEGER,                         -- in bytes
    modified TEXT,                            -- RFC 3339, UTC
    sha256   TEXT,                            -- of the bytes in the file, before decompression
    complete INTEGER NOT NULL,                -- 0: an error or a signal occurred; rows may be missing
    UNIQUE (path, raw_path)
);

-- A mail message or a news article with URLs. Each column after "number" is NULL if the
-- header does not have the field.
CREATE TABLE IF NOT EXISTS message (
    file       INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
    id         INTEGER NOT NULL, -- from 1, among the messages of the file with URLs
    member     TEXT NOT NULL,    -- of the archive that the file is, or ''
    number     INTEGER,          -- from 1, among all messages of the file or the member
    message_id TEXT,
    date       TEXT,             -- RFC 3339, UTC
    sender     TEXT,             -- the From field
    subject    TEXT,
    newsgroups TEXT,
    list       TEXT,             -- the mailing list, from List-Id or List-Post
    PRIMARY KEY (file, id)
) WITHOUT ROWID;

-- A URL. The columns after "url" are NULL if the URL does not have the component.
CREATE TABLE IF NOT EXISTS url (
    id       INTEGER PRIMARY KEY,
    url      TEXT NOT NULL UNIQUE,
    scheme   TEXT,
    host     TEXT, -- in lower case and A-labels, as the DNS uses it
    domain   TEXT, -- the registered part of the host
    port     TEXT,
    path     TEXT,
    query    TEXT,
    fragment TEXT
);

-- A place where a URL occurs.
CREATE TABLE IF NOT EXISTS occurrence (
    file     INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
    id       INTEGER NOT NULL,              -- from 1, in the order of the file
    url      INTEGER NOT NULL REFERENCES url,
    message  INTEGER,                       -- NULL outside of mail
    member   TEXT NOT NULL,                 -- of the archive that the file is, or ''
    line     INTEGER NOT NULL,              -- from 1
    start    INTEGER NOT NULL,              -- the first byte, from 0
    "end"    INTEGER NOT NULL,              -- the byte after the last one
    kind     TEXT NOT NULL,                 -- how the text delimits the URL: wrapped, bare …
    rejoined INTEGER NOT NULL,              -- 1: the URL was split across lines
    quoted   INTEGER NOT NULL,              -- how often the line is quoted
    part     TEXT,                          -- body part of the message
    header   TEXT,                          -- header field of the message
    label    TEXT,                          -- the text of the link
    document TEXT,                          -- the document and the place in it
    valid    TEXT,                          -- the levels at which the URL is valid
    warnings TEXT,                          -- what is dangerous or doubtful
    target   TEXT,                          -- where the URL leads, with --unwrap or --clean
    PRIMARY KEY (file, id),
    FOREIGN KEY (file, message) REFERENCES message (file, id)
) WITHOUT ROWID;

-- Each occurrence with its URL, its message and its file, for questions.
CREATE VIEW IF NOT EXISTS link AS
    SELECT u.url, u.scheme, u.host, u.domain, m.date, m.sender, m.subject, m.list,
        o.label, o.rejoined, o.quoted, o.document, o.valid, o.warnings, o.target,
        f.path, o.member, o.line, o.file, o.message
    FROM occurrence AS o JOIN url AS u ON u.id = o.url JOIN file AS f ON f.id = o.file
        LEFT JOIN message AS m ON m.file = o.file AND m.id = o.message;

CREATE INDEX IF NOT EXISTS url_host ON url (host);
CREATE INDEX IF NOT EXISTS url_domain ON url (domain);
CREATE INDEX IF NOT EXISTS occurrence_url ON occurrence (url);
CREATE INDEX IF NOT EXISTS message_date ON message (date);
CREATE INDEX IF NOT EXISTS message_sender ON message (sender);

-- The run, and the row of the file that is stored, or NULL if its rows are kept. The temporary
-- tables belong to one connection: a file is searched without a lock on the database. They exist
-- if the shell reads several runs.
CREATE TEMP TABLE IF NOT EXISTS current (
    known CONSTRAINT "import the files into a new database: this one has tables of another program, or of another version of urlgrep" CHECK (known),
    run, file
);
CREATE TEMP TABLE IF NOT EXISTS new_message (
    id INTEGER PRIMARY KEY, member, number, message_id, date, sender, subject, newsgroups, list
);
CREATE TEMP TABLE IF NOT EXISTS new_occurrence (
    id INTEGER PRIMARY KEY, url, scheme, host, domain, port, path, query, fragment,
    message, member, line, start, "end", kind, rejoined, quoted,
    part, header, label, document, valid, warnings, target
);
DELETE FROM new_message;
DELETE FROM new_occurrence;
DELETE FROM current;
INSERT INTO current (known) SELECT count(*) FROM pragma_table_info('file') WHERE name = 'raw_path';
