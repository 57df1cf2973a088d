// Lists a person's tax records, and saves the first file.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

type record struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	TaxYear int    `json:"tax_year"`
	Files   []struct {
		ID string `json:"id"`
	} `json:"files"`
}

type page struct {
	Records    []record `json:"records"`
	NextCursor *string  `json:"next_cursor"`
}

var errLoginRequired = errors.New("Sign in again.")

var client = http.Client{
	Timeout: 10 * time.Minute,
	// Follows no redirect, which would send the token to another address.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func ask(path, token string) (io.ReadCloser, error) {
	request, err := http.NewRequest("GET", os.Getenv("CONNECT_BASE_URL")+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusOK {
		return answer.Body, nil
	}
	answer.Body.Close()
	if answer.StatusCode == http.StatusConflict {
		return nil, errLoginRequired
	}
	return nil, fmt.Errorf("Reading failed: %d", answer.StatusCode)
}

// Returns the records of all pages.
func listRecords(token string) ([]record, error) {
	var records []record
	query := ""
	for {
		body, err := ask("/records?"+query, token)
		if err != nil {
			return nil, err
		}
		var next page
		err = json.NewDecoder(body).Decode(&next)
		body.Close()
		if err != nil {
			return nil, err
		}
		records = append(records, next.Records...)
		if next.NextCursor == nil {
			return records, nil
		}
		query = url.Values{"cursor": {*next.NextCursor}}.Encode()
	}
}

func saveFile(token string, recordID, fileID, target string) error {
	body, err := ask("/records/"+url.PathEscape(recordID)+"/files/"+url.PathEscape(fileID), token)
	if err != nil {
		return err
	}
	defer body.Close()
	output, err := os.Create(target + ".part")
	if err != nil {
		return err
	}
	_, err = io.Copy(output, body)
	if closed := output.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(target+".part", target)
}

func run(token string) error {
	records, err := listRecords(token)
	if err != nil {
		return err
	}
	for _, each := range records {
		fmt.Println(each.TaxYear, each.Name)
	}
	for _, each := range records {
		if len(each.Files) > 0 {
			return saveFile(token, each.ID, each.Files[0].ID, "tax-file")
		}
	}
	return nil
}

func main() {
	// Read the access token from where you store the connections of your users.
	if err := run(os.Getenv("ACCESS_TOKEN")); err != nil {
		// After "Sign in again.", show a button that opens Connect, so that the person connects the account again.
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
