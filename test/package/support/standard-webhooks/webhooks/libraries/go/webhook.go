package standardwebhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type Webhook struct{ key []byte }

func NewWebhook(secret string) (*Webhook, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	return &Webhook{key}, err
}

func (webhook *Webhook) Verify(payload []byte, headers http.Header) error {
	sent := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil {
		return err
	}
	if age := time.Since(time.Unix(seconds, 0)); age > 5*time.Minute || age < -5*time.Minute {
		return errors.New("message timestamp too old or too new")
	}
	hash := hmac.New(sha256.New, webhook.key)
	hash.Write([]byte(headers.Get("webhook-id") + "." + sent + "." + string(payload)))
	expected := "v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil))
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return nil
		}
	}
	return errors.New("no matching signature found")
}
