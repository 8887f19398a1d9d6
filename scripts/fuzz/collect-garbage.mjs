// Loaded into the service of a fuzz run before its own code: memory is compared after a full collection, on demand.
process.on('SIGUSR2', () => globalThis.gc?.())
