/** The job for `prometheus.yml` that reads the metrics of this server. The key is a placeholder. */
export function scrapeConfiguration({ protocol, host }: { protocol: string; host: string }): string {
  return [
    "scrape_configs:",
    "  - job_name: vedette",
    "    metrics_path: /api/v1/metrics",
    `    scheme: ${protocol.replace(":", "")}`,
    "    authorization:",
    "      credentials: YOUR_API_KEY",
    "    static_configs:",
    `      - targets: ["${host}"]`,
  ].join("\n");
}
