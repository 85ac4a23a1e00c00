# Two mistakes: a price below zero, which this service refuses, and a letter A without a CUIT, which the authority refuses.
import json, os
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def explain(failure):
    code, details = failure.get("code"), failure.get("details")
    if code == "VALIDATION_ERROR" and details:
        return [f"VALIDATION_ERROR in {fault['field']}: {fault['message']}" for fault in details["errors"]]
    if code == "TAXAUTH_ERROR":
        return [f"TAXAUTH_ERROR {reason['code']}: {reason['msg']}" for reason in details]
    return [f"{code or 'no code'}: {failure['error']}"]


for voucher_type, price in [(6, -1), (1, 3500.50)]:
    body = {
        "idempotency": f"sale-{os.environ['SALE']}-{voucher_type}-1",
        "posNumber": 1,
        "voucherType": voucher_type,
        "concept": 1,
        "voucherDate": datetime.now(timezone(timedelta(hours=-3))).strftime("%Y%m%d"),
        "customer": {"docType": 99, "docNumber": "0", "name": "Consumidor Final", "taxType": 5},
        "items": [{"description": "Yerba mate 1 kg", "quantity": 2, "price": price, "taxType": 5}],
    }
    request = Request(
        f"{os.environ['TALONARIO_URL']}/invoices",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}", "Content-Type": "application/json"},
    )
    try:
        urlopen(request)
    except HTTPError as failure:
        print("\n".join(explain(json.load(failure))))
