package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// An s3Service is S3, or another service with its API.
type s3Service struct{ client *s3.Client }

// newS3 returns the service that the environment describes.
func newS3(ctx context.Context, anonymous bool) (service, error) {
	opts := []func(*config.LoadOptions) error{config.WithLogger(logging.Nop{})}
	if anonymous {
		opts = append(opts, config.WithCredentialsProvider(aws.AnonymousCredentials{}))
	}
	cfg, err := config.LoadDefaultConfig(ctx, opts...)
	if err != nil {
		return nil, err
	}
	if !anonymous {
		if _, err := cfg.Credentials.Retrieve(ctx); err != nil {
			return nil, fmt.Errorf("no credentials for S3: %w", err)
		}
	}
	cfg.Region = cmp.Or(cfg.Region, "us-east-1")
	return s3Service{s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle = o.BaseEndpoint != nil
		o.Retryer = aws.NopRetryer{} // see Client.try
		// Checksums are of whole objects, and answers are parts of them.
		o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	})}, nil
}

func (s s3Service) stat(ctx context.Context, bucket, key string) (e Entry, err error) {
	out, err := s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return e, s.refused(err)
	}
	if out.ContentLength == nil {
		return e, errors.New("the service gives no size")
	}
	return Entry{Size: *out.ContentLength, Version: s3Version(out.ETag, out.LastModified)}, nil
}

func (s s3Service) get(ctx context.Context, bucket, key, version string, from, to int64) (io.ReadCloser, error) {
	in := &s3.GetObjectInput{
		Bucket: &bucket,
		Key:    &key,
		Range:  aws.String(fmt.Sprintf("bytes=%d-%d", from, to-1)),
	}
	if !strings.HasPrefix(version, timePrefix) {
		in.IfMatch = aws.String(`"` + version + `"`)
	}
	out, err := s.client.GetObject(ctx, in)
	if err != nil {
		return nil, s.refused(err)
	}
	// Some services with the API ignore If-Match or ranges.
	switch got := s3Version(out.ETag, out.LastModified); {
	case got != version:
		err = fmt.Errorf("%w: its version is %s and was %s", ErrChanged, got, version)
	case from > 0 && !strings.HasPrefix(aws.ToString(out.ContentRange), fmt.Sprintf("bytes %d-", from)):
		err = fmt.Errorf("the service returned the range %q", aws.ToString(out.ContentRange))
	}
	if err != nil {
		out.Body.Close()
		return nil, err
	}
	return out.Body, nil
}

func (s s3Service) list(ctx context.Context, bucket, prefix, page string) (entries []Entry, next string, err error) {
	in := &s3.ListObjectsV2Input{Bucket: &bucket, Prefix: &prefix}
	if page != "" {
		in.ContinuationToken = &page
	}
	out, err := s.client.ListObjectsV2(ctx, in)
	if err != nil {
		return nil, "", s.refused(err)
	}
	for _, o := range out.Contents {
		entries = append(entries, Entry{
			Name:    aws.ToString(o.Key),
			Size:    aws.ToInt64(o.Size),
			Version: s3Version(o.ETag, o.LastModified),
		})
	}
	return entries, aws.ToString(out.NextContinuationToken), nil
}

// timePrefix is the beginning of the version of an object without an ETag.
const timePrefix = "modified "

// s3Version returns the version of an object.
func s3Version(etag *string, modified *time.Time) string {
	if tag := strings.Trim(aws.ToString(etag), `"`); tag != "" {
		return tag
	}
	return timePrefix + aws.ToTime(modified).UTC().Format(time.RFC3339)
}

// refused returns a refusal if err is an answer of the service, and err otherwise.
func (s s3Service) refused(err error) error {
	var answer *smithyhttp.ResponseError
	if !errors.As(err, &answer) {
		return err
	}
	region := answer.HTTPResponse().Header.Get("X-Amz-Bucket-Region")
	if have := s.client.Options().Region; region != "" && region != have {
		err = fmt.Errorf("the bucket is in region %s, and AWS_REGION is %s: %w", region, have, err)
	}
	return refused(answer.HTTPStatusCode(), err)
}
