"""Run with: npx tax-connect dev --port 0 -- python3 -m pytest"""

import os
import urllib.error

import pytest

from app import connect, post


def create_code():
    credentials = {
        "client_id": os.environ["CONNECT_CLIENT_ID"],
        "client_secret": os.environ["CONNECT_CLIENT_SECRET"],
    }
    return post("/sandbox/authorization_codes", credentials)["code"]


def test_a_code_becomes_an_account():
    account = connect(create_code())
    assert account["provider_id"] == "sandbox"
    assert account["access_token"]


def test_a_code_works_once():
    code = create_code()
    connect(code)
    with pytest.raises(urllib.error.HTTPError):
        connect(code)
