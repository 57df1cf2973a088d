"""Receives webhooks. Needs the package standardwebhooks: pip install standardwebhooks"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PORT = int(os.environ.get("PORT", "3000"))
MAX_BYTES = 64 * 1024

webhook = Webhook(os.environ["CONNECT_WEBHOOK_SECRET"])
# The IDs of handled events. Keep them in your database.
handled = set()


def handle(event):
    account_id = event["data"].get("account_id")
    if event["type"] == "connection.login_required":
        print("sign in again:", account_id, flush=True)
    elif event["type"] == "connection.disconnected":
        print("disconnected:", account_id, flush=True)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        if self.path != "/hooks":
            return self.answer(404)
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            return self.answer(411)
        # A negative length would read until the sender closes the connection.
        if not 0 <= length <= MAX_BYTES:
            return self.answer(413)
        # The signature covers the bytes as they were sent. Parsing and writing may change them.
        body = self.rfile.read(length)
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            return self.answer(401)
        # The same event may be delivered again.
        if event["id"] not in handled:
            handle(event)
            handled.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Logs nothing, because this example prints only events."""


print(f"http://localhost:{PORT}", flush=True)
ThreadingHTTPServer(("localhost", PORT), Handler).serve_forever()
