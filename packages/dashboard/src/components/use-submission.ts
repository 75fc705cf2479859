import { type FormEvent, useState } from "react";
import { type ApiError, asApiError } from "../api/api-error.ts";

/** A form that is sent: one at a time, and what the server has against it. */
export function useSubmission(work: () => Promise<void>): {
  isBusy: boolean;
  error: ApiError | null;
  onSubmit(event: FormEvent): void;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
