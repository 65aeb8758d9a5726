# urlgrep alone, for example:
#
#	docker build -t urlgrep .
#	docker run --rm -i urlgrep -n <INBOX
#	docker run --rm -v "$HOME/Mail:/mail:ro" urlgrep -r /mail
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags urfave_cli_no_docs -o /urlgrep ./cmd/urlgrep

FROM scratch
COPY --from=build /urlgrep /urlgrep
COPY LICENSE docs/licences.md /
USER 65534:65534
ENTRYPOINT ["/urlgrep"]
