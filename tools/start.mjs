/** `npm start`: makes the clone ready and runs `hush serve` with whatever follows `--`. */
process.argv.splice(2, 0, 'serve');
await import('../packages/cli/bin/hush.mjs');
