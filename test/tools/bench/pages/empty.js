// A host's page without Connect, to be subtracted from the others.
globalThis.benchPage = /** @type {any} */ ({});
