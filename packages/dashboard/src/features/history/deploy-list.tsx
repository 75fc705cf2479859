import type { Marker } from "@vedette/contract/markers/markers.ts";
import { absoluteTime } from "../../components/time-ago.tsx";
import { DeleteMarker } from "./delete-marker.tsx";

/** The deploy markers of a chart as a list, for keyboards and screen readers, which do not reach its canvas. */
export function DeployList({ markers }: { markers: readonly Marker[] }) {
  if (markers.length === 0) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer text-soft">
        {markers.length} {markers.length === 1 ? "deploy" : "deploys"} in this period
      </summary>
      <ol aria-label="Deploys in this period, newest first" className="mt-2 grid gap-1">
        {markers.map((marker) => (
          <li key={marker.id} className="flex items-center justify-between gap-2">
            <Deploy marker={marker} />
            <DeleteMarker marker={marker} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Deploy({ marker: { at, title, url, tags, created_by: by } }: { marker: Marker }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <time dateTime={at} className="text-soft tabular-nums">
        {absoluteTime(at)}
      </time>{" "}
      {url === null ? (
        <span className="font-semibold">{title}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
          {title}
        </a>
      )}{" "}
      <span className="text-soft">
        by {by}
        {tags.length > 0 && ` · ${tags.join(", ")}`}
      </span>
    </span>
  );
}
