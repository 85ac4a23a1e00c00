# Says what this key can do, and whether the authority works for it. Issues nothing.
import json, os
from urllib.request import Request, urlopen


def get(path):
    headers = {"Authorization": f"Bearer {os.environ['TALONARIO_KEY']}"}
    return json.load(urlopen(Request(os.environ["TALONARIO_URL"] + path, headers=headers)))


key = get("/api-keys/test")
print(f"environment: {key['environment']}, certificate: {key['certificates']}, point of sale: {key['pos']}")

for service, check in get("/taxauth/status")["result"].items():
    print(f"{service}: {'works' if check['ok'] else check.get('suggestion')}")
