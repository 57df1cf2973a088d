"""Lists a person's tax records, and saves the first file."""

import os
import sys
from urllib.parse import quote

import requests


def ask(path, token, **options):
    """Sends a request; an error response raises HTTPError."""
    answer = requests.get(
        f"{os.environ['CONNECT_BASE_URL']}{path}",
        headers={"Authorization": f"Bearer {token}"},
        timeout=60,
        # A redirect would send the token to another address.
        allow_redirects=False,
        **options,
    )
    answer.raise_for_status()
    if answer.status_code != 200:
        raise requests.HTTPError(response=answer)
    return answer


def list_records(token):
    """Yields the records of all pages."""
    cursor = None
    while True:
        page = ask("/records", token, params={"cursor": cursor}).json()
        yield from page["records"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def save_file(token, record, file, target):
    path = f"/records/{quote(record['id'], safe='')}/files/{quote(file['id'], safe='')}"
    with ask(path, token, stream=True) as answer, open(f"{target}.part", "wb") as output:
        # By default, a body that is shorter than its Content-Length is not reported before urllib3 2.
        answer.raw.enforce_content_length = True
        for part in answer.iter_content(64 * 1024):
            output.write(part)
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
except requests.HTTPError as error:
    if error.response.status_code == 409:
        # Show a button that opens Connect, so that the person connects the account again.
        sys.exit("Sign in again.")
    sys.exit(f"Reading failed: {error.response.status_code}")
except requests.RequestException:
    sys.exit("Reading failed: no connection, or the response ended early.")
