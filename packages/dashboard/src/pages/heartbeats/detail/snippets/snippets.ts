import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { t } from "../../../../language/t.ts";

/** Examples that ping a heartbeat from a job. Pure. */

export const SNIPPET_KINDS = [
  "shell",
  "cron",
  "systemd",
  "kubernetes",
  "github",
  "powershell",
  "vdt",
] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

export const SNIPPET_LABELS: Record<SnippetKind, string> = {
  shell: t("Shell"),
  cron: "cron",
  systemd: "systemd",
  kubernetes: "Kubernetes",
  github: t("GitHub Actions"),
  powershell: "PowerShell",
  vdt: "vdt",
};

export type SnippetInput = { url: string; slug: string; schedule: HeartbeatSchedule };

/** Shown while the schedule has no cron expression. */
const EXAMPLE_CRON = "30 2 * * *";
const EXAMPLE_CALENDAR = "*-*-* 02:30";

/** Ten seconds, three retries: a job must not fail or hang because of its ping. */
const CURL = "curl -fsS -m 10 --retry 3 -o /dev/null";

export function snippetOf(kind: SnippetKind, input: SnippetInput): string {
  return SNIPPETS[kind](input);
}

const SNIPPETS: Record<SnippetKind, (input: SnippetInput) => string> = {
  shell: ({ url }) => `${CURL} ${url}/start
/path/to/job
${CURL} ${url}/$?`,

  // A percent sign has a meaning in crontab; none of these commands contains one.
  cron: ({ url, schedule }) =>
    `${cronOf(schedule)
      .map((line) => `${line} /path/to/job; ${CURL} ${url}/$?`)
      .join("\n")}`,

  systemd: ({ url, slug, schedule }) => `# /etc/systemd/system/${slug}.service
[Unit]
Description=${slug}

[Service]
Type=oneshot
ExecStartPre=-${CURL.replace("curl", "/usr/bin/curl")} ${url}/start
ExecStart=/path/to/job
ExecStopPost=-/bin/sh -c '${CURL} ${url}/$\${EXIT_STATUS:-0}'

# /etc/systemd/system/${slug}.timer
[Timer]
${calendarOf(schedule)
  .map((line) => `OnCalendar=${line}`)
  .join("\n")}

[Install]
WantedBy=timers.target`,

  kubernetes: ({ url, slug, schedule }) => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${slug.replaceAll("_", "-")}
spec:
  schedule: "${cronOf(schedule)[0]}"${timezoneOf(schedule)}
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: job
              image: your-image # with curl
              command: ["/bin/sh", "-c"]
              args:
                - |
                  ${CURL} ${url}/start
                  /path/to/job
                  code=$?
                  ${CURL} ${url}/$code
                  exit $code`,

  github: ({ schedule }) => `# Save the ping URL as the repository secret PING_URL.
on:
  schedule:
    - cron: "${cronOf(schedule)[0]}"
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - run: ${CURL} "$PING_URL/start" || true
        env:
          PING_URL: \${{ secrets.PING_URL }}
      - run: /path/to/job
      - if: always()
        run: ${CURL} "$PING_URL/\${{ job.status == 'success' && '0' || 'fail' }}" || true
        env:
          PING_URL: \${{ secrets.PING_URL }}`,

  powershell: ({ url }) => `$ping = "${url}"
function Send-Ping($path) {
  try { Invoke-RestMethod -Uri "$ping$path" -TimeoutSec 10 | Out-Null } catch { Write-Warning $_ }
}
Send-Ping "/start"
& "C:\\path\\to\\job.exe"
Send-Ping "/$LASTEXITCODE"`,

  vdt: ({ url, schedule }) => `# Sends the start, the exit code and the end of the output.
vdt ping ${url} -- /path/to/job

# In crontab:
${cronOf(schedule)[0]} vdt ping ${url} -- /path/to/job`,
};

function linesOf(expression: string): string[] {
  return expression
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** The lines of cron, or an example that fits a period. */
function cronOf(schedule: HeartbeatSchedule): string[] {
  if (schedule.type === "cron") return linesOf(schedule.expression);
  if (schedule.type === "oncalendar") return [EXAMPLE_CRON];
  const { seconds } = schedule;
  const [minutes, hours] = [seconds / MINUTE_SECONDS, seconds / HOUR_SECONDS];
  if (seconds < HOUR_SECONDS) return [minutes <= 1 ? "* * * * *" : `*/${Math.floor(minutes)} * * * *`];
  if (seconds < DAY_SECONDS) return [hours < 2 ? "0 * * * *" : `0 */${Math.floor(hours)} * * *`];
  return [EXAMPLE_CRON];
}

function calendarOf(schedule: HeartbeatSchedule): string[] {
  return schedule.type === "oncalendar" ? linesOf(schedule.expression) : [EXAMPLE_CALENDAR];
}

function timezoneOf(schedule: HeartbeatSchedule): string {
  return schedule.type === "cron" && schedule.timezone !== "UTC"
    ? `\n  timeZone: "${schedule.timezone}"`
    : "";
}
