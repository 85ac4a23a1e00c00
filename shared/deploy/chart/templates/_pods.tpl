{{- /* Of every pod: no capability, no way to root, nothing to write but its volumes and /tmp. As compose.yaml's x-confined. */ -}}
{{- define "talonario.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* As the images' user, "node". */ -}}
{{- define "talonario.user" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "talonario.pullSecrets" -}}
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- /* Processes of a kind on different hosts and zones, of which there may be none: (list $ component). */ -}}
{{- define "talonario.spread" -}}
{{- $top := index . 0 }}
{{- if $top.Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ eq . "kubernetes.io/hostname" | ternary $top.Values.topologySpread.whenUnsatisfiable "ScheduleAnyway" }}
    labelSelector:
      matchLabels: {{- include "talonario.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}

{{- /* The environment of a process: (list $ process row-of-the-table). */ -}}
{{- define "talonario.environment" -}}
{{- $top := index . 0 -}}
{{- $process := index . 1 -}}
{{- $row := index . 2 -}}
{{- range $name, $value := include "talonario.settings" (list $top $process) | fromYaml }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- $secret := include "talonario.secretName" (list $top $row.role) }}
{{- range $name, $isNeeded := $row.secrets }}
{{ include "talonario.fromSecret" (list $name $secret $name $isNeeded) }}
{{- end }}
{{ include "talonario.paymentEnvironment" (list $top $process (list "MERCADOPAGO_ACCESS_TOKEN" "MERCADOPAGO_WEBHOOK_SECRET")) }}
{{ include "talonario.bucketEnvironment" (list $top $row.role) }}
{{- end }}

{{- /* What the payment provider gave, for a process that asks it: (list $ process variables). */ -}}
{{- define "talonario.paymentEnvironment" -}}
{{- $top := index . 0 -}}
{{- if include "talonario.asksProvider" . }}
{{- range index . 2 }}
{{ include "talonario.fromSecret" (list . (include "talonario.paymentSecret" $top) . true) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The keys of the bucket, if there are any: (list $ role). */ -}}
{{- define "talonario.bucketEnvironment" -}}
{{- $secret := include "talonario.bucketSecret" . | trim }}
{{- if $secret }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
{{ include "talonario.fromSecret" (list . $secret . true) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The mounts of a process: (list $ mounts-of-the-table). */ -}}
{{- define "talonario.mounts" -}}
{{- $top := index . 0 -}}
{{- $mounts := index . 1 -}}
- { name: tmp, mountPath: /tmp }
{{- if include "talonario.trusts" $top }}
- { name: trust, mountPath: /tls, readOnly: true }
{{- end }}
{{- if not $top.Values.storage.url }}
{{- with $mounts.pdf }}
- { name: pdf, mountPath: /data/pdf, readOnly: {{ eq . "ro" }} }
{{- end }}
{{- with $mounts.witness }}
- { name: witness, mountPath: /data/pdf/database, readOnly: {{ eq . "ro" }} }
{{- end }}
{{- end }}
{{- end }}

{{- /* The volumes of these mounts: (list $ mounts size-of-tmp). */ -}}
{{- define "talonario.volumes" -}}
{{- $top := index . 0 -}}
{{- $mounts := index . 1 -}}
{{- $name := include "talonario.name" $top -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: {{ index . 2 }} }
{{- if include "talonario.trusts" $top }}
{{ include "talonario.trustVolume" $top }}
{{- end }}
{{- if not $top.Values.storage.url }}
{{- range $volume, $mode := $mounts }}
- name: {{ $volume }}
  persistentVolumeClaim: { claimName: {{ $name }}-{{ $volume }}{{ if eq $mode "ro" }}, readOnly: true{{ end }} }
{{- end }}
{{- end }}
{{- end }}

{{- /* When the migration runs, which is before anything else: old and new processes run with the newer schema. Empty at the first installation of
a database of this chart, which is not there before it: then the Job is an ordinary one, and the processes wait for it. */ -}}
{{- define "talonario.migrateHooks" -}}
{{- if not .Values.database.make }}pre-install,pre-upgrade{{ else if not .Release.IsInstall }}pre-upgrade{{ end -}}
{{- end }}

{{- /* Pods start anew when a Secret that they read changes, or what they trust: (list $ role). */ -}}
{{- define "talonario.checksum" -}}
{{- $top := index . 0 -}}
{{- if not $top.Values.existingSecrets.api }}
checksum/secret: {{ include "talonario.secretOf" . | sha256sum }}
{{- end }}
{{- if and (include "talonario.bucketSecret" . | trim) (not $top.Values.existingSecrets.storage) (not $top.Values.storage.keyForEach) }}
checksum/storage: {{ include "talonario.bucketKeys" $top.Values.storage | sha256sum }}
{{- end }}
{{- if and (eq (index . 1) "api") $top.Values.payments.accessToken }}
checksum/payments: {{ printf "%s %s" $top.Values.payments.accessToken $top.Values.payments.webhookSecret | sha256sum }}
{{- end }}
{{- if $top.Values.redis.make }}
checksum/trust: {{ include "talonario.make" $top }}{{ get $top.Values.made "ca.crt" | sha256sum }}
{{- end }}
{{- end }}
