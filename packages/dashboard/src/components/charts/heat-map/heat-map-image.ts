import type { HeatMap } from "@vedette/contract/targets/history.ts";
import { responseText } from "../../../format.ts";
import { chartImage, themeColor, themeFont } from "../download/chart-image.ts";
import { rangeText } from "../time-series/range-text.ts";
import { type ChartMarker, MARKER_STYLES } from "../time-series/series.ts";
import { placeMarkers } from "./heat-map-columns.ts";
import { cellStrength } from "./heat-map-table.ts";

const HEIGHT = 420;
const AXIS_WIDTH = 80;
const BOUNDS_SHOWN = 8;

type ImageTexts = { title: string; markers: readonly ChartMarker[] };

export function heatMapImage(data: HeatMap, { title, markers }: ImageTexts): Promise<Blob> {
  const { bounds_ms: bounds, columns } = data;
  const rows = bounds.length - 1;
  const most = columns.reduce((max, { counts }) => Math.max(max, ...counts), 0);
  const groups = placeMarkers(data, markers);
  const kinds = [...new Set(groups.map(({ kind }) => kind))];
  return chartImage({
    title,
    subtitle: rangeText({ fromMs: Date.parse(data.from), toMs: Date.parse(data.to) }),
    legend: [
      { label: `Responses: the darker, the more, up to ${most}`, color: "--accent", look: "area" },
      ...kinds.map((kind) => ({
        label: MARKER_STYLES[kind].label,
        color: MARKER_STYLES[kind].color,
        look: { symbol: MARKER_STYLES[kind].symbol },
      })),
    ],
    height: HEIGHT,
    paint: (ctx, { left, top, width, height }) => {
      const [plotLeft, plotWidth] = [left + AXIS_WIDTH, width - AXIS_WIDTH];
      const cell = { width: plotWidth / columns.length, height: height / rows };
      ctx.fillStyle = themeColor("--raised");
      ctx.fillRect(plotLeft, top, plotWidth, height);
      ctx.fillStyle = themeColor("--accent");
      columns.forEach(({ counts }, column) => {
        counts.forEach((count, row) => {
          ctx.globalAlpha = cellStrength(count, most);
          const y = top + height - (row + 1) * cell.height;
          if (count > 0) ctx.fillRect(plotLeft + column * cell.width, y, cell.width, cell.height);
        });
      });
      ctx.globalAlpha = 1;
      ctx.font = themeFont(12);
      ctx.textAlign = "right";
      ctx.textBaseline = "middle";
      ctx.fillStyle = themeColor("--soft");
      const step = Math.ceil(bounds.length / BOUNDS_SHOWN);
      bounds.forEach((bound, index) => {
        if (index % step !== 0) return;
        ctx.fillText(responseText(bound), plotLeft - 8, top + height - index * cell.height);
      });
      for (const { kind, share } of groups) {
        ctx.fillStyle = themeColor(MARKER_STYLES[kind].color);
        ctx.fillRect(plotLeft + share * plotWidth, top, 1.5, height);
      }
    },
  });
}
