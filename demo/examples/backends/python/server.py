"""A backend with nothing but Python's standard library."""

import json
import os
import urllib.request
from http.client import HTTPException
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

BASE_URL = os.environ["CONNECT_BASE_URL"]
FOLDER = os.environ.get("PUBLIC_DIR", "public")
PORT = int(os.environ.get("PORT", "3000"))
ORIGIN = os.environ.get("APP_ORIGIN", f"http://localhost:{PORT}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects. They would send the secret to another address."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def exchange(code):
    """Exchanges the code; an error response raises HTTPError."""
    body = {
        "client_id": os.environ["CONNECT_CLIENT_ID"],
        "client_secret": os.environ["CONNECT_CLIENT_SECRET"],
        "code": code,
    }
    request = urllib.request.Request(
        f"{BASE_URL}/auth/token",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with opener.open(request, timeout=10) as response:
        return json.load(response)


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=FOLDER)

    def do_POST(self):
        address = urlsplit(self.path)
        code = parse_qs(address.query).get("code", [""])[0]
        # Refuses requests of other sites, which could connect their own account for your user.
        # Old browsers send only `Origin`.
        is_own = self.headers.get("Origin") == ORIGIN
        site = self.headers.get("Sec-Fetch-Site", "same-origin" if is_own else "unknown")
        if site != "same-origin":
            return self.answer(403)
        if address.path != "/callback" or not code:
            return self.answer(404)
        try:
            tokens = exchange(code)
        # URLError is an OSError, and so are a time-out and a lost connection.
        except (OSError, HTTPException, ValueError) as error:
            print("exchange failed:", getattr(error, "code", "no answer"), flush=True)
            return self.answer(502)
        # Store tokens["access_token"] with your user, like a password.
        print("connected", tokens["account_id"], "at", tokens["provider_id"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Logs nothing, because the address of a callback contains a code."""


print(f"http://localhost:{PORT}", flush=True)
ThreadingHTTPServer(("localhost", PORT), Handler).serve_forever()
