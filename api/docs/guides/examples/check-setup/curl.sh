# Says what this key can do, and whether the authority works for it. Issues nothing.
curl -sS -H "Authorization: Bearer $TALONARIO_KEY" "$TALONARIO_URL/api-keys/test"
echo
curl -sS -H "Authorization: Bearer $TALONARIO_KEY" "$TALONARIO_URL/taxauth/status"
