"""A backend in Python: exchanges the code that its page forwards."""

import json
import os
import urllib.request


def connect(code):
    """Exchanges a code for the connected account; raises urllib.error.HTTPError."""
    body = {
        "client_id": os.environ["CONNECT_CLIENT_ID"],
        "client_secret": os.environ["CONNECT_CLIENT_SECRET"],
        "code": code,
    }
    return post("/auth/token", body)


def post(path, body):
    request = urllib.request.Request(
        os.environ["CONNECT_BASE_URL"] + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)
