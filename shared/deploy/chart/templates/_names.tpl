{{- define "talonario.name" -}}
{{- if contains "talonario" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-talonario" (.Release.Name | trunc 30 | trimSuffix "-") }}{{ end -}}
{{- end }}

{{- /* What a selector of this component asks for: (list $ component). */ -}}
{{- define "talonario.selector" -}}
{{- $top := index . 0 -}}
app.kubernetes.io/name: talonario
app.kubernetes.io/instance: {{ $top.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- /* The labels of a pod. None changes with the chart: else each new version of it would start PostgreSQL and Valkey anew. */ -}}
{{- define "talonario.podLabels" -}}
{{ include "talonario.selector" . }}
app.kubernetes.io/part-of: talonario
{{- end }}

{{- /* The labels of an object of this component: (list $ component). */ -}}
{{- define "talonario.labels" -}}
{{- $top := index . 0 -}}
{{ include "talonario.podLabels" . }}
app.kubernetes.io/managed-by: {{ $top.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $top.Chart.Name $top.Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* The version that a process runs: (list $ values-of-the-process). */ -}}
{{- define "talonario.version" -}}
{{- $top := index . 0 -}}
{{ (index . 1).version | default $top.Values.images.version | default $top.Chart.AppVersion }}
{{- end }}

{{- /* (list $ image values-of-the-process) */ -}}
{{- define "talonario.image" -}}
{{- $top := index . 0 -}}
{{ printf "%s/%s:%s" $top.Values.images.path (index . 1) (include "talonario.version" (list $top (index . 2))) }}
{{- end }}

{{- /* A whole number as its digits, where Helm would write 6e+06; anything else as it is. */ -}}
{{- define "talonario.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}
