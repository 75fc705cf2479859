import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type CellRequest, listPhasePoints, type PhasePoint } from "./cell-queries.ts";

type Timings = NonNullable<MonitorStats["series"][number]["timings"]>;

/**
 * The average phases at each point, by instant. A point without known phases is left out: nothing responded,
 * or its rollups are from before phases were stored.
 */
export async function seriesTimings(
  db: Db,
  { orgId, ...request }: CellRequest & { orgId: string },
): Promise<Map<string, Timings>> {
  const points = await listPhasePoints(db, orgId, request);
  return new Map(points.map((point) => [new Date(point.at_ms).toISOString(), averages(point)]));
}

/** The download is the total minus the stored phases, as in a single result. */
function averages({ known, response_us, dns_us, connect_us, tls_us, ttfb_us }: PhasePoint): Timings {
  const downloadUs =
    ttfb_us === null ? null : response_us - (dns_us ?? 0) - (connect_us ?? 0) - (tls_us ?? 0) - ttfb_us;
  const mean = (sumUs: number | null) => (sumUs === null ? null : Math.round(sumUs / known) / 1_000);
  return {
    dns_ms: mean(dns_us),
    connect_ms: mean(connect_us),
    tls_ms: mean(tls_us),
    ttfb_ms: mean(ttfb_us),
    download_ms: mean(downloadUs),
  };
}
