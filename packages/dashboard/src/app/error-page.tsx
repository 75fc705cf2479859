import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { Button } from "../components/button.tsx";
import { useTitle } from "../components/use-title.ts";

/** Shown when a page fails to load or render: what failed, with a retry button. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useTitle("Something went wrong");
  const isApiError = error instanceof ApiError;
  return (
    <div role="alert" className="mx-auto grid max-w-xl gap-3 px-4 py-16">
      <h1>{isApiError ? "This page could not be loaded" : "Something went wrong"}</h1>
      <p className="text-soft">
        {isApiError
          ? error.message
          : "This is an internal error. Try again. If it persists, report it to the operator of this server:"}
      </p>
      {!isApiError && <code className="card p-3">{String(error)}</code>}
      <div className="flex gap-2">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Button onClick={() => window.location.assign("/")}>Go to overview</Button>
      </div>
    </div>
  );
}

export function NotFoundPage() {
  useTitle("Page not found");
  return (
    <div className="mx-auto grid max-w-xl gap-3 px-4 py-16">
      <h1>Page not found</h1>
      <p className="text-soft">The URL is wrong, or the page was deleted.</p>
      <p>
        <Link to="/" className="text-accent underline">
          Go to overview
        </Link>
      </p>
    </div>
  );
}
