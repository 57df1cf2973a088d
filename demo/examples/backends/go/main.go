// A backend with nothing but Go's standard library.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

type tokens struct {
	AccountID   string `json:"account_id"`
	ProviderID  string `json:"provider_id"`
	AccessToken string `json:"access_token"`
}

var client = http.Client{
	Timeout: 10 * time.Second,
	// Follows no redirect, which would send the secret to another address.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func exchange(code string) (tokens, error) {
	body, err := json.Marshal(map[string]string{
		"client_id":     os.Getenv("CONNECT_CLIENT_ID"),
		"client_secret": os.Getenv("CONNECT_CLIENT_SECRET"),
		"code":          code,
	})
	if err != nil {
		return tokens{}, err
	}
	answer, err := client.Post(os.Getenv("CONNECT_BASE_URL")+"/auth/token", "application/json", bytes.NewReader(body))
	if err != nil {
		return tokens{}, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return tokens{}, fmt.Errorf("HTTP status %d", answer.StatusCode)
	}
	var result tokens
	return result, json.NewDecoder(answer.Body).Decode(&result)
}

var origin = read("APP_ORIGIN", "http://localhost:"+read("PORT", "3000"))

// Reports whether a request comes from your own site. Old browsers send only Origin.
func isOwn(request *http.Request) bool {
	site := request.Header.Get("Sec-Fetch-Site")
	return site == "same-origin" || site == "" && request.Header.Get("Origin") == origin
}

func callback(response http.ResponseWriter, request *http.Request) {
	// Another site could connect its own account for your user.
	if request.Method != http.MethodPost || !isOwn(request) {
		response.WriteHeader(http.StatusForbidden)
		return
	}
	result, err := exchange(request.URL.Query().Get("code"))
	if err != nil {
		fmt.Println("exchange failed:", err)
		response.WriteHeader(http.StatusBadGateway)
		return
	}
	// Store result.AccessToken with your user, like a password.
	fmt.Println("connected", result.AccountID, "at", result.ProviderID)
	response.WriteHeader(http.StatusNoContent)
}

func read(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func main() {
	port := read("PORT", "3000")
	http.HandleFunc("/callback", callback)
	http.Handle("/", http.FileServer(http.Dir(read("PUBLIC_DIR", "public"))))
	fmt.Println("http://localhost:" + port)
	if err := http.ListenAndServe("localhost:"+port, nil); err != nil {
		panic(err)
	}
}
