import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { Button } from "../components/button.tsx";
import { useTitle } from "../components/use-title.ts";

/** A page that could not be drawn: in words what failed, and a way on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useTitle("Something went wrong");
  const isRefusal = error instanceof ApiError;
  return (
    <div role="alert" className="mx-auto grid max-w-xl gap-3 px-4 py-16">
      <h1>{isRefusal ? "This page could not be read" : "This page has failed"}</h1>
      <p className="text-soft">
        {isRefusal
          ? error.message
          : "That is a fault of ours. Try again; should it stay, tell whoever runs this server:"}
      </p>
      {!isRefusal && <code className="card p-3">{String(error)}</code>}
      <div className="flex gap-2">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Button onClick={() => window.location.assign("/")}>To the start</Button>
      </div>
    </div>
  );
}

export function NotFoundPage() {
  useTitle("Not found");
  return (
    <div className="mx-auto grid max-w-xl gap-3 px-4 py-16">
      <h1>There is nothing here</h1>
      <p className="text-soft">The address is wrong, or what was here has been deleted.</p>
      <p>
        <Link to="/" className="text-accent underline">
          To the start
        </Link>
      </p>
    </div>
  );
}
