import { TRACE_ID_PLACE } from "@vedette/contract/people/trace-url.ts";
import { useSession } from "../../../app/session.tsx";

/** The ID of a trace; a link if the organization says where its traces are. */
export function TraceLink({ traceId }: { traceId: string }) {
  const { organization } = useSession();
  const template = organization?.settings.trace_url_template;
  const id = <code className="wrap-anywhere">{traceId}</code>;
  if (!template) return id;
  return (
    <a
      href={template.replaceAll(TRACE_ID_PLACE, traceId)}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline"
    >
      {id}
    </a>
  );
}
