{{- define "vedette.name" -}}
{{- printf "%s-vedette" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "vedette.labels" -}}
app.kubernetes.io/name: vedette
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "vedette.selector" -}}
app.kubernetes.io/name: vedette
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "vedette.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end -}}

{{/* Settings of every pod: an unprivileged user, and no access to the Kubernetes API. */}}
{{- define "vedette.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 40
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "vedette.security" -}}
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- if .browser }}
seccompProfile: {{- toYaml .root.Values.browserSeccompProfile | nindent 2 }}
allowPrivilegeEscalation: false
{{- if .root.Values.scripts }}
procMount: Unmasked
{{- end }}
{{- else }}
seccompProfile: { type: RuntimeDefault }
allowPrivilegeEscalation: false
{{- end }}
{{- end -}}

{{- define "vedette.env" -}}
- name: VEDETTE_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "vedette.probes" -}}
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 15
  failureThreshold: 4
{{- end -}}
