import { useQuery } from "@tanstack/react-query";
import type { Artifact } from "@vedette/contract/runs/artifacts.ts";
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { keys } from "../../../api/keys.ts";
import { send } from "../../../api/request.ts";
import { useSession } from "../../../app/session.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";

/** Messages of Playwright's trace viewer: it says that it is ready, and takes a trace as a blob. */
const READY = "ready";
const LOAD = "load";

/**
 * Playwright's trace viewer in a frame without access to this page or the API; see docs/adr/0058-trace-viewer.md. The
 * trace is loaded here and handed over, so that the viewer needs no request of its own.
 */
export function TraceViewer({ file: { id, name } }: { file: Artifact }) {
  const { fetch } = useSession();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { data: trace, error } = useQuery({
    queryKey: keys.other("artifacts", "trace", id),
    queryFn: async ({ signal }) =>
      (await send({ key: null, fetch }, { path: `/api/v1/artifacts/${id}`, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    function onMessage({ source, data }: MessageEvent): void {
      if (source === frame.current?.contentWindow && methodOf(data) === READY) setReady(true);
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
  useEffect(() => {
    if (!isReady || trace === undefined) return;
    frame.current?.contentWindow?.postMessage({ method: LOAD, params: { trace } }, window.location.origin);
  }, [isReady, trace]);

  if (!("serviceWorker" in navigator)) {
    return (
      <Notice kind="hint">
        {t(
          "The trace viewer needs HTTPS. Open Vedette over HTTPS, or download the trace and use the command below.",
        )}
      </Notice>
    );
  }
  if (error) return <Notice>{asApiError(error).message}</Notice>;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-[0.8125rem] text-soft empty:hidden">
        {isReady && trace ? "" : t("Loading the trace …")}
      </p>
      <iframe
        ref={frame}
        title={t("Trace viewer: {name}", { name })}
        src="/trace-viewer/index.html"
        // The viewer's service worker needs an origin; its policy keeps it away from everything else.
        sandbox="allow-scripts allow-same-origin"
        className="h-[80dvh] min-h-96 w-full rounded-lg border border-line bg-surface"
      />
    </div>
  );
}

function methodOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "method" in message ? message.method : null;
}
