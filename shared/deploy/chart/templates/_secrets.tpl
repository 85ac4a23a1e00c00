{{- /*
Makes what is secret, once for all templates: a password that is made by chance must be the same in all of them. What an earlier
installation made is kept. The dict stands in .Values, which all templates share: passwords, and the certificate of Valkey.
*/ -}}
{{- define "talonario.make" -}}
{{- if not (hasKey .Values "made") }}
  {{- $name := include "talonario.name" . }}
  {{- $made := dict }}
  {{- $old := dict }}
  {{- range list "migrate" "postgres" "redis" "redis-tls" }}
    {{- $found := lookup "v1" "Secret" $.Release.Namespace (printf "%s-%s" $name .) | default dict }}
    {{- $_ := set $old . (get $found "data" | default dict) }}
  {{- end }}
  {{- $given := .Values.database.passwords }}
  {{- range list "api" "issuer" "renderer" "mailer" }}
    {{- $kept := get (get $old "migrate") (printf "DATABASE_PASSWORD_%s" (upper .)) | default "" | b64dec }}
    {{- $_ := set $made . (get $given . | default $kept | default (randAlphaNum 48)) }}
  {{- end }}
  {{- $owner := get (get $old "postgres") "POSTGRES_PASSWORD" | default "" | b64dec }}
  {{- $_ := set $made "owner" ($given.owner | default $owner | default (randAlphaNum 48)) }}
  {{- $redis := get (get $old "redis") "REDIS_PASSWORD" | default "" | b64dec }}
  {{- $_ := set $made "redis" (.Values.redis.password | default $redis | default (randAlphaNum 48)) }}
  {{- if .Values.redis.make }}
    {{- $tls := get $old "redis-tls" }}
    {{- if get $tls "redis.key" }}
      {{- range $file, $text := $tls }}{{ $_ := set $made $file (b64dec $text) }}{{ end }}
    {{- else }}
      {{- $host := printf "%s-redis" $name }}
      {{- $authority := genCA "Talonario, authority of Redis" 3650 }}
      {{- $names := list $host (printf "%s.%s" $host .Release.Namespace) (printf "%s.%s.svc" $host .Release.Namespace) }}
      {{- $certificate := genSignedCert $host (list) $names 3650 $authority }}
      {{- $_ := set $made "ca.crt" $authority.Cert }}
      {{- $_ := set $made "redis.crt" $certificate.Cert }}
      {{- $_ := set $made "redis.key" $certificate.Key }}
    {{- end }}
  {{- end }}
  {{- $_ := set .Values "made" $made }}
{{- end }}
{{- end }}

{{- /* The database as a role: (list $ user password). Of its replica, which takes no changes: (list $ user password replica). */ -}}
{{- define "talonario.databaseUrl" -}}
{{- $top := index . 0 -}}
{{- $database := $top.Values.database -}}
{{- $hosts := $database.make | ternary (printf "%s-postgres:5432" (include "talonario.name" $top)) $database.hosts -}}
{{- $query := $database.parameters -}}
{{- if gt (len .) 3 }}
  {{- $hosts = index . 3 }}
  {{- $query = regexReplaceAll "(^|&)target_session_attrs=[^&]*" $query "" | trimPrefix "&" }}
{{- end }}
{{- with $query }}{{ $query = printf "?%s" . }}{{ end -}}
postgresql://{{ index . 1 }}:{{ index . 2 | urlquery | replace "+" "%20" }}@{{ $hosts }}/{{ $database.name }}{{ $query }}
{{- end }}

{{- /* What the Secret of a role has, as a dict in YAML: (list $ role). */ -}}
{{- define "talonario.secretOf" -}}
{{- $top := index . 0 -}}
{{- $role := index . 1 -}}
{{- include "talonario.make" $top -}}
{{- $values := $top.Values -}}
{{- $made := $values.made -}}
{{- $data := dict -}}
{{- if eq $role "migrate" }}
  {{- if not $values.database.ownerUrlFrom.secret }}
    {{- $_ := set $data "DATABASE_URL" (include "talonario.databaseUrl" (list $top $values.database.owner $made.owner)) }}
  {{- end }}
  {{- range list "api" "issuer" "renderer" "mailer" }}{{ $_ := set $data (printf "DATABASE_PASSWORD_%s" (upper .)) (get $made .) }}{{ end }}
{{- else }}
  {{- $user := printf "%s_%s" $values.database.name $role }}
  {{- $_ := set $data "DATABASE_URL" (include "talonario.databaseUrl" (list $top $user (get $made $role))) }}
  {{- $inside := printf "rediss://:%s@%s-redis:6379" ($made.redis | urlquery | replace "+" "%20") (include "talonario.name" $top) }}
  {{- $_ := set $data "REDIS_URL" ($values.redis.make | ternary $inside $values.redis.url) }}
  {{- $own := dict }}
  {{- if eq $role "api" }}
    {{- $own = dict "BOARD_USER" $values.api.boardUser "BOARD_PASSWORD" $values.api.boardPassword }}
    {{- with $values.database.replica }}{{ $_ := set $own "READ_DATABASE_URL" (include "talonario.databaseUrl" (list $top $user (get $made $role) .)) }}{{ end }}
  {{- end }}
  {{- if eq $role "issuer" }}{{ $own = dict "SECRET_KEY" $values.issuer.secretKey "NEW_SECRET_KEY" $values.issuer.newSecretKey }}{{ end }}
  {{- if eq $role "mailer" }}{{ $own = dict "SMTP_URL" $values.mailer.smtpUrl "WEBHOOK_KEY" $values.mailer.webhookKey }}{{ end }}
  {{- $_ := set $own "OTEL_EXPORTER_OTLP_HEADERS" $values.traces.headers }}
  {{- if and $values.storage.url $values.storage.keyForEach }}
    {{- $own = merge $own (include "talonario.bucketKeys" (get $values.storage.keys $role) | fromYaml) }}
  {{- end }}
  {{- range $key, $value := $own }}{{ if $value }}{{ $_ := set $data $key $value }}{{ end }}{{ end }}
{{- end }}
{{- toYaml $data -}}
{{- end }}

{{- /* The name of a role's Secret: (list $ role). */ -}}
{{- define "talonario.secretName" -}}
{{- $top := index . 0 -}}
{{ get $top.Values.existingSecrets (index . 1) | default (printf "%s-%s" (include "talonario.name" $top) (index . 1)) }}
{{- end }}

{{- /* The name of the Secret with what the payment provider gave. */ -}}
{{- define "talonario.paymentSecret" -}}
{{ .Values.existingSecrets.payments | default (printf "%s-payments" (include "talonario.name" .)) }}
{{- end }}

{{- /* The Secret with the keys of the bucket, if there is one: (list $ role), where the command line is no role of the database. */ -}}
{{- define "talonario.bucketSecret" -}}
{{- $top := index . 0 -}}
{{- $values := $top.Values -}}
{{- if $values.storage.url }}
  {{- if and $values.storage.keyForEach (ne (index . 1) "admin") }}{{ include "talonario.secretName" . }}
  {{- else if $values.existingSecrets.storage }}{{ $values.existingSecrets.storage }}
  {{- else if $values.storage.accessKeyId }}{{ include "talonario.name" $top }}-storage{{ end }}
{{- end }}
{{- end }}

{{- define "talonario.bucketKeys" -}}
AWS_ACCESS_KEY_ID: {{ .accessKeyId | quote }}
AWS_SECRET_ACCESS_KEY: {{ .secretAccessKey | quote }}
{{- end }}

{{- /* One variable out of a Secret: (list variable secret key is-needed). */ -}}
{{- define "talonario.fromSecret" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 | quote }}, key: {{ index . 2 }}{{ if not (index . 3) }}, optional: true{{ end }} }
{{- end }}

{{- /* The owner's URL, for the migration and the command line. One of another program has none of our parameters, so its TLS is told beside it. */ -}}
{{- define "talonario.ownerUrl" -}}
{{- $from := .Values.database.ownerUrlFrom -}}
{{- if $from.secret }}{{ include "talonario.fromSecret" (list "DATABASE_URL" $from.secret $from.key true) }}
  {{- with regexFind "sslmode=[^&]+" .Values.database.parameters }}
- name: PGSSLMODE
  value: {{ trimPrefix "sslmode=" . | quote }}
  {{- end }}
{{- else }}{{ include "talonario.fromSecret" (list "DATABASE_URL" (include "talonario.secretName" (list . "migrate")) "DATABASE_URL" true) }}{{ end -}}
{{- end }}
