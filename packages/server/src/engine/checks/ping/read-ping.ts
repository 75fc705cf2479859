/** What the program ping printed. Pure. Reads the forms of iputils, BusyBox and macOS. */
export type PingReport = {
  sent: number;
  received: number;
  lossPercent: number;
  /** Round-trip times in milliseconds; null if nothing came back, or if the program does not print one. */
  minMs: number | null;
  averageMs: number | null;
  maxMs: number | null;
  jitterMs: number | null;
};

const COUNTS = /(\d+) packets transmitted, (\d+) (?:packets )?received/;
const TIMES =
  /(?:rtt|round-trip) min\/avg\/max(?:\/(?:mdev|stddev))? = ([\d.]+)\/([\d.]+)\/([\d.]+)(?:\/([\d.]+|nan))?/;

/** Returns null if the text has no summary. */
export function readPing(output: string): PingReport | null {
  const counts = COUNTS.exec(output);
  if (counts === null) return null;
  const [sent, received] = [Number(counts[1]), Number(counts[2])];
  const times = TIMES.exec(output);
  const millisecondsAt = (index: number) => {
    const value = Number(times?.[index] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  return {
    sent,
    received,
    // Duplicates can make more answers than packets.
    lossPercent: sent === 0 ? 100 : Math.max(0, Math.round((100 * (sent - received)) / sent)),
    minMs: millisecondsAt(1),
    averageMs: millisecondsAt(2),
    maxMs: millisecondsAt(3),
    jitterMs: millisecondsAt(4),
  };
}
