"""A backend with Flask and requests."""

import logging
import os

import requests
from flask import Flask, request, send_from_directory

FOLDER = os.path.abspath(os.environ.get("PUBLIC_DIR", "public"))
PORT = int(os.environ.get("PORT", "3000"))
ORIGIN = os.environ.get("APP_ORIGIN", f"http://localhost:{PORT}")

app = Flask(__name__)
# Logs no requests, because the address of a callback contains a code, which must not be logged.
logging.getLogger("werkzeug").setLevel(logging.ERROR)


@app.post("/callback")
def callback():
    # Refuses requests of other sites, which could connect their own account for your user.
    # Old browsers send only `Origin`.
    is_own = request.headers.get("Origin") == ORIGIN
    site = request.headers.get("Sec-Fetch-Site", "same-origin" if is_own else "unknown")
    if site != "same-origin":
        return "", 403
    try:
        answer = requests.post(
            f"{os.environ['CONNECT_BASE_URL']}/auth/token",
            json={
                "client_id": os.environ["CONNECT_CLIENT_ID"],
                "client_secret": os.environ["CONNECT_CLIENT_SECRET"],
                "code": request.args.get("code", ""),
            },
            timeout=10,
            # A redirect would send the secret to another address.
            allow_redirects=False,
        )
    except requests.RequestException as error:
        print("exchange failed:", type(error).__name__, flush=True)
        return "", 502
    if answer.status_code != 200:
        print("exchange failed:", answer.status_code, flush=True)
        return "", 502
    tokens = answer.json()
    # Store tokens["access_token"] with your user, like a password.
    print("connected", tokens["account_id"], "at", tokens["provider_id"], flush=True)
    return "", 204


@app.get("/")
@app.get("/<path:name>")
def page(name="index.html"):
    return send_from_directory(FOLDER, name)


print(f"http://localhost:{PORT}", flush=True)
app.run("localhost", PORT)
