package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// encryptedFile returns the path of a file of testdata/encrypted.
func encryptedFile(name string) string {
	return filepath.Join("..", "..", "testdata", "encrypted", name)
}

// TestPassword checks --password and --password-file on files, and on standard input.
func TestPassword(t *testing.T) {
	words := filepath.Join(t.TempDir(), "words")
	if err := os.WriteFile(words, []byte("\uFEFFnettle\r\n\r\ntülip €\ntulip\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const locked = "an encrypted document that no given password opens, not read"
	for _, test := range []struct {
		args, file string
		status     int
		want, says string
	}{
		{"--password=tulip", "7z-aes256.zip", exitFound, "https://7z-aes256.example/secret\n", ""},
		{"--password tulip --password=nettle", "7z-zipcrypto.zip", exitFound, "https://7z-zipcrypto.example/secret\n", ""},
		{"--password-file=" + words, "msoffcrypto.docx", exitFound, "https://msoffcrypto-docx.example/secret\n", ""},
		{"--password-file=" + words, "qpdf-umlaut-256.pdf", exitFound, "https://qpdf-umlaut-256.example/secret\nhttps://qpdf-umlaut-256.example/text\n", ""},
		{"--password-file=" + words + " --password=rose", "infozip-nested.zip", exitFound, "https://7z-aes256.example/secret\n", ""},
		{"--password=tulip --password=rose", "pyzipper-two.zip", exitFound, "https://two-a.example/secret\nhttps://two-b.example/secret\nhttps://two-c.example/secret\n", ""},
		{"--password=nettle", "pyzipper-two.zip", exitError, "https://two-c.example/secret\n", "pyzipper-two.zip/a.txt: zip: encrypted, and no given password opens it (use --password)\n"},
		{"", "7z-aes256.zip", exitError, "", "7z-aes256.zip/a.txt: zip: encrypted, and no given password opens it (use --password)\n"},
		{"", "libreoffice.doc", exitError, "", "libreoffice.doc: " + locked + " (use --password)\n"},
		{"--password=nettle", "pikepdf.pdf", exitError, "", "pikepdf.pdf: " + locked + " (use --password)\n"},
		{"", "libreoffice-usual.xls", exitFound, "https://usual-xls.example/secret\n", ""},
		{"", "mail.eml", exitNothing, "", ""},
		{"--verbose", "mail.eml", exitNothing, "", "mail.eml: message 1 at byte 0: " + locked + " (part 2, invoice.zip/a.txt, and 3 more) (use --password)\n"},
		{"--password=tulip -c", "mail.eml", exitFound, "4\n", ""},
		{"--password=tulip --skip=documents", "7z-aes256.zip", exitFound, "https://7z-aes256.example/secret\n", ""},
		{"--password=", "mail.eml", exitError, "", "--password: the password is empty"},
		{"--password-file=" + words + ".none", "mail.eml", exitError, "", "--password-file: " + words + ".none: no such file or directory"},
	} {
		args := append(strings.Fields("urlgrep "+test.args), "-h", encryptedFile(test.file))
		status, stdout, stderr := try(strings.NewReader(""), args...)
		if status != test.status || stdout != test.want || !strings.Contains(stderr, test.says) || test.says == "" && stderr != "" {
			t.Errorf("%s %s: status %d\n%s%s", test.args, test.file, status, stdout, stderr)
		}
		if strings.Contains(test.args, "none") || filepath.Ext(test.file) == ".eml" {
			continue
		}
		data, err := os.ReadFile(encryptedFile(test.file))
		if err != nil {
			t.Fatal(err)
		}
		args[len(args)-1] = "-"
		status, stdout, stderr = try(io.MultiReader(strings.NewReader(string(data))), args...)
		if status != test.status || stdout != test.want || (stderr == "") != (test.says == "") {
			t.Errorf("%s <%s: status %d\n%s%s", test.args, test.file, status, stdout, stderr)
		}
	}
}

// TestPasswordHidden checks that a password is neither in the output nor in messages, nor in the manifest of a share.
func TestPasswordHidden(t *testing.T) {
	const word = "sesame1738"
	dir := t.TempDir()
	words := filepath.Join(dir, "words")
	if err := os.WriteFile(words, []byte(word+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"--report=-", "--sql", "--json --verbose --stats", "--explain --json", "--part=1/1 --output-dir=" + dir, "--part=1/1 --json", "--format={{.}}",
		"--survey=" + filepath.Join(dir, "index"), "--jso", "--passwor=" + word, "--password-fil=" + words + "x", "--password=", "-n -e ", "--count-by=host --verbose",
	} {
		for _, option := range []string{"--password=" + word, "--password " + word, "--password-file=" + words, "-nH --password " + word} {
			line := append(strings.Fields("urlgrep "+option+" "+args), encryptedFile("pyzipper-two.zip"), encryptedFile("mail.eml"), encryptedFile("pikepdf.pdf"), filepath.Join(dir, "none"))
			_, stdout, stderr := try(strings.NewReader(""), line...)
			if strings.Contains(stdout+stderr, word) {
				t.Errorf("%q: the password is printed:\n%s%s", line, stdout, stderr)
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if text, _ := os.ReadFile(filepath.Join(dir, f.Name())); f.Name() != "words" && strings.Contains(string(text), word) {
			t.Errorf("%s has the password:\n%s", f.Name(), text)
		}
	}
}
