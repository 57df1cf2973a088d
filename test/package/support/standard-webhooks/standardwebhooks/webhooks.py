import base64
import hashlib
import hmac
import json
import time


class WebhookVerificationError(Exception):
    pass


class Webhook:
    def __init__(self, whsecret):
        self._key = base64.b64decode(whsecret.removeprefix("whsec_") + "==")

    def verify(self, data, headers):
        """Like the package, raises ValueError for bytes that are no text, and for malformed signatures."""
        text = data if isinstance(data, str) else data.decode()
        headers = {name.lower(): value for name, value in headers.items()}
        sent = [headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")]
        if not all(sent):
            raise WebhookVerificationError("Missing required headers")
        message_id, timestamp, signatures = sent
        try:
            seconds = int(float(timestamp))
        except (OverflowError, ValueError):
            raise WebhookVerificationError("Invalid Signature Headers")
        if abs(time.time() - seconds) > 300:
            raise WebhookVerificationError("Message timestamp too old or too new")
        signed = f"{message_id}.{seconds}.{text}".encode()
        expected = hmac.new(self._key, signed, hashlib.sha256).digest()
        for versioned in signatures.split(" "):
            version, signature = versioned.split(",")
            if version == "v1" and hmac.compare_digest(base64.b64decode(signature), expected):
                return json.loads(text)
        raise WebhookVerificationError("No matching signature found")
