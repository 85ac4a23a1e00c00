# Sends one sale until the answer is final, always the same body with the same key.
import json, os, random, sys, time
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

CODES_TO_RETRY = {"TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "TAXAUTH_CONNECTION_ERROR"}
STATUSES_TO_RETRY = {408, 429, 500, 502, 503, 504}


def send(body):
    request = Request(
        f"{os.environ['TALONARIO_URL']}/invoices",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}", "Content-Type": "application/json"},
    )
    try:
        response = urlopen(request, timeout=70)
    except HTTPError as failure:
        response = failure
    return response.status, response.headers.get("Retry-After"), json.load(response)


def issue(body):
    for attempt in range(8):
        retry_after = None
        try:
            status, retry_after, answer = send(body)
            code = answer.get("code")
            may_retry = code in CODES_TO_RETRY if code else status in STATUSES_TO_RETRY
            if answer["ok"] or not may_retry:
                return answer
        except (OSError, ValueError) as lost:
            # No answer, or none of the service's: nobody knows whether the voucher exists. The same key finds out.
            print(lost, file=sys.stderr)
        time.sleep(int(retry_after) if retry_after else 2**attempt * random.uniform(0.5, 1.5))
    sys.exit("No final answer yet: send it again later, with the same key.")


answer = issue({
    "idempotency": f"sale-{os.environ['SALE']}-6-1",
    "posNumber": 1,
    "voucherType": 6,
    "concept": 1,
    "voucherDate": datetime.now(timezone(timedelta(hours=-3))).strftime("%Y%m%d"),
    "customer": {"docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5},
    "items": [{"description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5}],
})
print(json.dumps(answer, separators=(",", ":")))
