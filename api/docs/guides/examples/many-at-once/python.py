# Sends two vouchers as one batch, waits until it is over, and shows what became of each. Python's own library is enough.
import json, os, sys, time
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

argentina = timezone(timedelta(hours=-3))
name = os.environ["SALE"]


def sale(key, items):
    return {
        "idempotency": key,
        "posNumber": 1,
        "voucherType": 6,
        "concept": 1,
        "voucherDate": datetime.now(argentina).strftime("%Y%m%d"),
        "customer": {"docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5},
        "items": items,
    }


def call(path, body=None):
    request = Request(
        os.environ["TALONARIO_URL"] + path,
        data=json.dumps(body).encode() if body else None,
        headers={"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}", "Content-Type": "application/json"},
    )
    try:
        answer = json.load(urlopen(request))
    except HTTPError as failure:
        answer = json.load(failure)
    if not answer["ok"]:
        # Of a faulty batch every fault of every voucher is in the details, and nothing was recorded.
        sys.exit(f"{answer['error']} {answer.get('details')}")
    return answer["result"]


invoices = [
    sale(f"batch-{name}-1", [
        {"description": "Yerba mate 1 kg", "quantity": 2, "price": 3500.50, "taxType": 5},
        {"description": "Bombilla", "quantity": 1, "price": 1200, "taxType": 5},
    ]),
    sale(f"batch-{name}-2", [{"description": "Mate", "quantity": 1, "price": 8500, "taxType": 5}]),
]
batch = call("/batches", {"name": name, "invoices": invoices})
while batch["state"] == "running":
    time.sleep(1)
    batch = call(f"/batches/{batch['id']}")
for element in call(f"/batches/{batch['id']}/results"):
    print(element["idempotency"], element["state"], element["cae"] or element["error"])
