# Checks one webhook: its headers are in the environment and its body is the input, as a web server gives them to a program.
import base64, hashlib, hmac, json, os, sys, time


def read_webhook(secret, id, timestamp, signature, body):
    """`body` must be the bytes as they came: parsed and written again, JSON is not the same."""
    if abs(time.time() - int(timestamp)) > 300:
        sys.exit("too old or too new: perhaps somebody sends it again")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # During a rotation there are two signatures. One must match.
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signature.split(" ")):
        sys.exit("not from Talonario, or changed on its way")
    return json.loads(body)


event = read_webhook(
    os.environ["WEBHOOK_SECRET"],
    os.environ["HTTP_WEBHOOK_ID"],
    os.environ["HTTP_WEBHOOK_TIMESTAMP"],
    os.environ["HTTP_WEBHOOK_SIGNATURE"],
    sys.stdin.buffer.read(),
)
print("genuine:", os.environ["HTTP_WEBHOOK_ID"], event["type"])
