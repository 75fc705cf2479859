import type { Conflict } from "@vedette/contract/common/envelope.ts";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { isConflict } from "../../api/api-error.ts";
import type { Versioned } from "../../api/client.ts";
import { ManagedNotice } from "./managed-notice.tsx";
import { isSameValue } from "./merge-edits.ts";

type EditOptions<Resource, Body> = {
  /** The resource as the form was loaded with it. */
  loaded: Versioned<Resource>;
  /** What an unchanged form with this resource would send. */
  bodyOf(resource: Resource): Body;
  read(): Promise<Versioned<Resource>>;
  /** Saves, unless the stored version is not that of `over`. */
  write(body: Body, over: Versioned<Resource>): Promise<Versioned<Resource>>;
  /** Fields whose values the question about a conflict must not show. */
  secretFields?: readonly string[];
};

/** A save that another change prevented, until the user decides. */
export type EditConflict<Resource, Body> = {
  mine: Body;
  current: Versioned<Resource>;
  /** Who changed it and when; null if that is unknown. */
  change: Conflict | null;
  /** Returns the saved resource to `save`, or null if the user went back to the form. */
  settle(saved: Resource | null): void;
};

export type Edit<Resource, Body> = {
  /**
   * Saves the form. If someone else changed the resource in the meantime, the user chooses to merge, to overwrite or to go
   * back; then it returns null and nothing was saved.
   */
  save(body: Body): Promise<Resource | null>;
  /** The notice that the resource is managed by code, and the question about a conflict. Render it in the form. */
  dialog: ReactNode;
};

/** Imported lazily: conflicts are rare. */
const ConflictDialog = lazy(async () => ({
  default: (await import("./conflict-dialog.tsx")).ConflictDialog,
}));

/** Saves an edit form with the version that it was loaded with, so that it overwrites no other change unseen. */
export function useEdit<Resource extends object, Body extends object>(
  options: EditOptions<Resource, Body>,
): Edit<Resource, Body> {
  const { bodyOf, read, write, secretFields = [] } = options;
  // The form still shows it after a refetch. A newer version that looks the same in the form replaces it.
  const [base, setBase] = useState(options.loaded);
  const [conflict, setConflict] = useState<EditConflict<Resource, Body> | null>(null);

  async function store(body: Body, over: Versioned<Resource>): Promise<Resource> {
    const saved = await write(body, over);
    setBase(saved);
    return saved.data;
  }

  async function save(body: Body): Promise<Resource | null> {
    const isSameForm = isSameValue(bodyOf(options.loaded.data), bodyOf(base.data));
    try {
      return await store(body, isSameForm ? options.loaded : base);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { promise, resolve: settle } = Promise.withResolvers<Resource | null>();
      setConflict({ mine: body, current: await read(), change: error.conflict, settle });
      return promise;
    }
  }

  /** Saves over the version that the question shows. */
  async function decide(open: EditConflict<Resource, Body>, body: Body): Promise<void> {
    try {
      const saved = await store(body, open.current);
      setConflict(null);
      open.settle(saved);
    } catch (error) {
      if (!isConflict(error)) throw error;
      setConflict({ ...open, current: await read(), change: error.conflict });
    }
  }

  const question = conflict && (
    <Suspense>
      <ConflictDialog
        base={bodyOf(base.data)}
        mine={conflict.mine}
        theirs={bodyOf(conflict.current.data)}
        change={conflict.change}
        current={conflict.current.data}
        secretFields={secretFields}
        // The dialog returns one of the bodies that it was given, or a merge of them.
        onSave={(body) => decide(conflict, body as Body)}
        onBack={() => {
          setConflict(null);
          conflict.settle(null);
        }}
      />
    </Suspense>
  );
  const dialog = (
    <>
      <ManagedNotice resource={base.data} />
      {question}
    </>
  );
  return { save, dialog };
}
