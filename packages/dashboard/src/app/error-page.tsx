import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { useTitle } from "../components/browser/use-title.ts";
import { Button } from "../components/button.tsx";
import { t } from "../language/t.ts";

/** Shown when a page fails to load or render: what failed, with a retry button. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useTitle(t("Something went wrong"));
  const isApiError = error instanceof ApiError;
  return (
    <div role="alert" className="grid max-w-xl gap-3">
      <h1>{isApiError ? t("This page could not be loaded") : t("Something went wrong")}</h1>
      <p className="text-soft">
        {isApiError
          ? error.message
          : t(
              "This is an internal error. Try again. If it persists, report it to the operator of this server:",
            )}
      </p>
      {!isApiError && <code className="card p-3">{String(error)}</code>}
      <div className="flex gap-2">
        <Button variant="primary" onClick={reset}>
          {t("Try again")}
        </Button>
        <Button onClick={() => window.location.assign("/")}>{t("Go to overview")}</Button>
      </div>
    </div>
  );
}

/** Shown when the layout itself fails. */
export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <ErrorPage {...props} />
    </main>
  );
}

/** Shown inside the layout for a path without a page. */
export function NotFoundPage() {
  useTitle(t("Page not found"));
  return (
    <div className="grid max-w-xl gap-3">
      <h1>{t("Page not found")}</h1>
      <p className="text-soft">
        {t("There is no page at this address. Check the link, or search with Ctrl K.")}
      </p>
      <p>
        <Link to="/" className="text-accent underline">
          {t("Go to overview")}
        </Link>
      </p>
    </div>
  );
}
