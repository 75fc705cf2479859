import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { t } from "../../../language/t.ts";
import { chartImage, type ImageLegend, themeColor, themeFont } from "../download/chart-image.ts";
import {
  DAY_HEIGHT,
  DAY_LABELS,
  DAY_TONES,
  DAY_WIDTH,
  type DayTone,
  dateText,
  dayPath,
  dayTone,
  missedPath,
} from "./day-shapes.ts";

const DAY_COLORS: Record<DayTone, `--${string}`> = {
  up: "--up",
  partial: "--degraded",
  down: "--down",
  maintenance: "--maintenance",
  none: "--line-strong",
};

const HEIGHT = 120;
const STRIP_HEIGHT = 90;

export function daysImage(days: readonly UptimeDay[], title: string): Promise<Blob> {
  const [first, last] = [dateText(days[0]?.date ?? ""), dateText(days.at(-1)?.date ?? "")];
  return chartImage({
    title,
    subtitle: `${first} – ${last}`,
    legend: legendOf(days),
    height: HEIGHT,
    paint: (ctx, { left, top, width }) => {
      ctx.save();
      ctx.translate(left, top);
      ctx.scale(width / (days.length * DAY_WIDTH), STRIP_HEIGHT / DAY_HEIGHT);
      for (const tone of DAY_TONES) {
        ctx.fillStyle = themeColor(DAY_COLORS[tone]);
        ctx.fill(new Path2D(dayPath(days, tone)));
      }
      ctx.fillStyle = themeColor("--missed");
      ctx.fill(new Path2D(missedPath(days)));
      ctx.restore();
      ctx.font = themeFont(13);
      ctx.fillStyle = themeColor("--soft");
      ctx.textBaseline = "top";
      ctx.fillText(first, left, top + STRIP_HEIGHT + 8);
      ctx.textAlign = "right";
      ctx.fillText(last, left + width, top + STRIP_HEIGHT + 8);
    },
  });
}

function legendOf(days: readonly UptimeDay[]): ImageLegend[] {
  const tones = DAY_TONES.filter((tone) => days.some((day) => dayTone(day) === tone));
  const legend = tones.map((tone): ImageLegend => {
    return { label: DAY_LABELS[tone], color: DAY_COLORS[tone], look: "area" };
  });
  const isMissed = days.some(({ missed_seconds: seconds }) => seconds > 0);
  return isMissed
    ? [...legend, { label: t("Partly not measured"), color: "--missed", look: "area" }]
    : legend;
}
