import base64
import hashlib
import hmac
import json
import time


class WebhookVerificationError(Exception):
    pass


class Webhook:
    def __init__(self, secret):
        self.key = base64.b64decode(secret.removeprefix("whsec_"))

    def verify(self, data, headers):
        fields = {name.lower(): value for name, value in headers.items()}
        try:
            message_id, sent = fields["webhook-id"], fields["webhook-timestamp"]
            signatures = fields["webhook-signature"].split(" ")
        except KeyError as error:
            raise WebhookVerificationError("Missing required headers") from error
        if abs(time.time() - float(sent)) > 300:
            raise WebhookVerificationError("Message timestamp too old or too new")
        signed = f"{message_id}.{sent}.".encode() + data
        digest = hmac.new(self.key, signed, hashlib.sha256).digest()
        expected = f"v1,{base64.b64encode(digest).decode()}"
        if not any(hmac.compare_digest(signature, expected) for signature in signatures):
            raise WebhookVerificationError("No matching signature found")
        return json.loads(data)
