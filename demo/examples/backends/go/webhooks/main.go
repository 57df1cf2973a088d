// Receives webhooks. Needs a module: go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Data struct {
		AccountID string `json:"account_id"`
	} `json:"data"`
}

// The IDs of handled events. Keep them in your database.
var handled sync.Map

func handle(received event) {
	switch received.Type {
	case "connection.login_required":
		fmt.Println("sign in again:", received.Data.AccountID)
	case "connection.disconnected":
		fmt.Println("disconnected:", received.Data.AccountID)
	}
}

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("CONNECT_WEBHOOK_SECRET"))
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/hooks", func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		// The signature covers the bytes as they were sent. Decoding and encoding may change them.
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 64*1024))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		var received event
		if webhook.Verify(body, request.Header) != nil || json.Unmarshal(body, &received) != nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		// The same event may be delivered again.
		if _, isKnown := handled.Load(received.ID); !isKnown {
			handle(received)
			handled.Store(received.ID, true)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	fmt.Println("http://localhost:" + port)
	if err := http.ListenAndServe("localhost:"+port, nil); err != nil {
		panic(err)
	}
}
