import { asApiError } from "../api/api-error.ts";
import { Notice } from "./notice.tsx";
import { Skeleton } from "./skeleton.tsx";

type LoadStateProps = { data: unknown; error: Error | null; lines?: number };

/** The error of a query, or a placeholder until its data is loaded. */
export function LoadState({ data, error, lines = 4 }: LoadStateProps) {
  if (error) return <Notice>{asApiError(error).message}</Notice>;
  return data == null ? <Skeleton lines={lines} /> : null;
}
