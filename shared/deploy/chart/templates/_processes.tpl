{{- /*
The processes, and what each may have. One table, so that Deployments, Secrets and NetworkPolicies say the same.
  image    of the Dockerfile's targets
  role     of the database, and whose Secret it reads
  secrets  variables out of that Secret: true are needed, false may lack
  mounts   volumes below /data/pdf, where PDFs are no bucket: pdf, witness, and whether they are read only
  outside  the rule of networkPolicies that leads out
*/ -}}
{{- define "talonario.processes" -}}
api:
  image: api
  role: api
  secrets: { DATABASE_URL: true, READ_DATABASE_URL: false, REDIS_URL: true, BOARD_USER: false, BOARD_PASSWORD: false, OTEL_EXPORTER_OTLP_HEADERS: false }
  mounts: { pdf: rw, witness: ro }
{{- if eq .Values.pages "apart" }}
app:
  image: api
  role: api
  secrets: { DATABASE_URL: true, READ_DATABASE_URL: false, REDIS_URL: true, OTEL_EXPORTER_OTLP_HEADERS: false }
  mounts: { pdf: rw, witness: ro }
{{- end }}
issuer:
  image: issuer
  role: issuer
  secrets: { DATABASE_URL: true, REDIS_URL: true, SECRET_KEY: true, NEW_SECRET_KEY: false, OTEL_EXPORTER_OTLP_HEADERS: false }
  mounts: { witness: rw }
  outside: authority
renderer:
  image: renderer
  role: renderer
  secrets: { DATABASE_URL: true, REDIS_URL: true, OTEL_EXPORTER_OTLP_HEADERS: false }
  mounts: { pdf: rw }
mailer:
  image: mailer
  role: mailer
  secrets: { DATABASE_URL: true, REDIS_URL: true, SMTP_URL: true, WEBHOOK_KEY: false, OTEL_EXPORTER_OTLP_HEADERS: false }
  mounts: { pdf: ro }
  outside: mail
{{- end }}

{{- /* Not empty where a process serves the pages, and so takes payments: (list $ process). */ -}}
{{- define "talonario.pays" -}}
{{- $process := index . 1 -}}
{{- if or (eq $process "app") (and (eq $process "api") (eq (index . 0).Values.pages "together")) }}yes{{ end -}}
{{- end }}

{{- /* Not empty where a process asks the payment provider: (list $ process). The command line does too (doctor). */ -}}
{{- define "talonario.asksProvider" -}}
{{- $top := index . 0 -}}
{{- if and (eq ($top.Values.payments.settings.PAYMENTS | default "manual") "mercadopago") (or (eq (index . 1) "admin") (include "talonario.pays" .)) }}yes{{ end -}}
{{- end }}

{{- /* The settings of a process that are no secret, as a dict in YAML: (list $ process). The pages have those of the API. */ -}}
{{- define "talonario.settings" -}}
{{- $top := index . 0 -}}
{{- $process := index . 1 -}}
{{- $given := deepCopy (index $top.Values $process).settings -}}
{{- if eq $process "app" }}{{ $given = merge $given (deepCopy $top.Values.api.settings) }}{{ end -}}
{{- $settings := dict "PDF_STORAGE_URL" ($top.Values.storage.url | default "file:/data/pdf") -}}
{{- range $name, $value := $given }}{{ $_ := set $settings $name (include "talonario.text" $value) }}{{ end -}}
{{- if include "talonario.pays" . }}
  {{- range $name, $value := $top.Values.payments.settings }}{{ $_ := set $settings $name (include "talonario.text" $value) }}{{ end }}
{{- end }}
{{- if has $process (list "api" "app") }}
  {{- $_ := set $settings "PORT" "3000" }}
  {{- $_ := set $settings "INTERNAL_PORT" "9100" }}
  {{- $_ := set $settings "APP" (eq $process "app" | ternary "only" (eq $top.Values.pages "together" | ternary "on" "off")) }}
  {{- with $top.Values.sealingKey }}{{ $_ := set $settings "SEALING_KEY" . }}{{ end }}
{{- else }}
  {{- $_ := set $settings "METRICS_PORT" "9100" }}
{{- end }}
{{- if has $process (list "api" "app" "mailer") }}
  {{- with $top.Values.host }}{{ $_ := set $settings "APP_URL" (printf "https://%s" .) }}{{ end }}
{{- end }}
{{- if and (eq $process "renderer") (ne $top.Values.renderer.sandbox.seccomp "Localhost") }}
  {{- $_ := set $settings "CHROMIUM_NO_SANDBOX" "1" }}
{{- end }}
{{- if include "talonario.trusts" $top }}{{ $_ := set $settings "NODE_EXTRA_CA_CERTS" "/tls/ca.crt" }}{{ end -}}
{{- with $top.Values.traces.endpoint }}
  {{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" . }}
  {{- range $name, $value := $top.Values.traces.settings }}{{ $_ := set $settings $name (include "talonario.text" $value) }}{{ end }}
{{- end }}
{{- toYaml $settings -}}
{{- end }}

{{- /* Not empty where a process trusts certificates besides the system's. */ -}}
{{- define "talonario.trusts" -}}
{{- if or .Values.trust.configMap .Values.trust.secret .Values.redis.make }}yes{{ end -}}
{{- end }}

{{- /* Where they stand. Of a Secret no key but this is mounted. */ -}}
{{- define "talonario.trustVolume" -}}
- name: trust
{{- if .Values.trust.secret }}
  secret: { secretName: {{ .Values.trust.secret }}, items: [{ key: {{ .Values.trust.key }}, path: ca.crt }] }
{{- else if .Values.trust.configMap }}
  configMap: { name: {{ .Values.trust.configMap }}, items: [{ key: {{ .Values.trust.key }}, path: ca.crt }] }
{{- else }}
  configMap: { name: {{ include "talonario.name" . }}-redis-ca, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end }}

{{- /* Not empty where a process's replicas are KEDA's: (list $ process). */ -}}
{{- define "talonario.scales" -}}
{{- $top := index . 0 -}}
{{- if and $top.Values.scaling.enabled (index $top.Values (index . 1)).scaling }}yes{{ end -}}
{{- end }}

{{- /* How many of a process may run, apart from an upgrade: (list $ process). */ -}}
{{- define "talonario.most" -}}
{{- $values := index (index . 0).Values (index . 1) -}}
{{- if include "talonario.scales" . }}{{ int $values.scaling.max }}{{ else }}{{ int $values.replicas }}{{ end -}}
{{- end }}

{{- /* How many connections to PostgreSQL one process opens at most: (list $ process). By default: DATABASE_CONNECTIONS of its config.ts. */ -}}
{{- define "talonario.connections" -}}
{{- $byDefault := get (dict "api" 12 "app" 12 "issuer" 10 "renderer" 4 "mailer" 4) (index . 1) -}}
{{- get (include "talonario.settings" . | fromYaml) "DATABASE_CONNECTIONS" | default $byDefault -}}
{{- end }}

{{- /* The ports in the addresses of what stands elsewhere, by the rule of networkPolicies that leads there, as a dict of lists in YAML. */ -}}
{{- define "talonario.portsElsewhere" -}}
{{- $ports := dict "database" list "redis" list "storage" list "collector" list -}}
{{- if not .Values.database.make }}
  {{- range compact (append (splitList "," .Values.database.hosts) .Values.database.replica) }}
    {{- $_ := set $ports "database" (append $ports.database (splitList ":" . | last)) }}
  {{- end }}
{{- end }}
{{- if and (not .Values.redis.make) .Values.redis.url }}
  {{- $usual := hasPrefix "redis+sentinel:" .Values.redis.url | ternary "26379" "6379" }}
  {{- range regexReplaceAll "^[a-z+]+://(.*@)?([^/?]*).*$" .Values.redis.url "${2}" | splitList "," }}
    {{- $_ := set $ports "redis" (append $ports.redis (regexFind ":[0-9]+$" . | trimPrefix ":" | default $usual)) }}
  {{- end }}
{{- end }}
{{- range $what, $url := dict "storage" (regexFind "[?&]endpoint=https?://[^&]+" .Values.storage.url) "collector" .Values.traces.endpoint }}
  {{- range regexFindAll "https?://[^/?]+" $url 1 }}
    {{- $usual := hasPrefix "https:" . | ternary "443" "80" }}
    {{- $_ := set $ports $what (list (regexFind ":[0-9]+$" . | trimPrefix ":" | default $usual)) }}
  {{- end }}
{{- end }}
{{- toYaml $ports -}}
{{- end }}
