import { Link } from "@tanstack/react-router";
import { useSlo } from "./use-slos.ts";

/** The name of an SLO as a link to its page. */
export function SloName({ id }: { id: string }) {
  const { data } = useSlo(id);
  return (
    <Link to="/slos/$id" params={{ id }} className="wrap-anywhere hover:underline">
      {data?.name ?? "SLO"}
    </Link>
  );
}
