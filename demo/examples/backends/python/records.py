"""Lists a person's tax records, and saves the first file."""

import json
import os
import shutil
import sys
import urllib.error
import urllib.request
from http.client import HTTPException, IncompleteRead
from urllib.parse import quote, urlencode

BASE_URL = os.environ["CONNECT_BASE_URL"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects. They would send the token to another address."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def ask(path, token):
    """Sends a request; an error response raises HTTPError."""
    headers = {"Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"{BASE_URL}{path}", headers=headers)
    return opener.open(request, timeout=60)


def list_records(token):
    """Yields the records of all pages."""
    cursor = None
    while True:
        query = urlencode({"cursor": cursor} if cursor else {})
        with ask(f"/records?{query}", token) as response:
            page = json.load(response)
        yield from page["records"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def save_file(token, record, file, target):
    path = f"/records/{quote(record['id'], safe='')}/files/{quote(file['id'], safe='')}"
    with ask(path, token) as response, open(f"{target}.part", "wb") as output:
        shutil.copyfileobj(response, output)
        # `read` does not report a body that is shorter than its Content-Length.
        if response.length:
            raise IncompleteRead(b"", response.length)
    os.replace(f"{target}.part", target)


# Read the access token from where you store the connections of your users.
token = os.environ["ACCESS_TOKEN"]
try:
    records = list(list_records(token))
    for record in records:
        print(record["tax_year"], record["name"])
    first = next(((record, file) for record in records for file in record["files"]), None)
    if first:
        save_file(token, *first, "tax-file")
except urllib.error.HTTPError as error:
    if error.code == 409:
        # Show a button that opens Connect, so that the person connects the account again.
        sys.exit("Sign in again.")
    sys.exit(f"Reading failed: {error.code}")
except (OSError, HTTPException) as error:
    sys.exit(f"Reading failed: {type(error).__name__}")
