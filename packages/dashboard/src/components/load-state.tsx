import { Link, useLocation, useParams } from "@tanstack/react-router";
import { ApiError, asApiError } from "../api/api-error.ts";
import { t } from "../language/t.ts";
import { Notice } from "./notice.tsx";
import { Skeleton } from "./skeleton.tsx";

type LoadStateProps = { data: unknown; error: Error | null; lines?: number };

/** The error of a query, or a placeholder until its data is loaded. */
export function LoadState({ data, error, lines = 4 }: LoadStateProps) {
  if (error instanceof ApiError && error.code === "NOT_FOUND") return <Missing text={error.message} />;
  if (error) return <Notice>{asApiError(error).message}</Notice>;
  return data == null ? <Skeleton lines={lines} /> : null;
}

/** For an object that does not exist, with a link to the list that it would be in. */
function Missing({ text }: { text: string }) {
  const { id } = useParams({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const list = id === undefined ? "" : path.slice(0, path.indexOf(`/${id}`));
  return (
    <Notice>
      {text}{" "}
      <Link to={list === "" ? "/" : list} className="underline">
        {t("Go back to the list")}
      </Link>
    </Notice>
  );
}
