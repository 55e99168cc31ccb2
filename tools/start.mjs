/** `npm start`: prepares the clone and runs `hush serve` with the arguments after `--`. */
process.argv.splice(2, 0, 'serve');
await import('../packages/cli/bin/hush.mjs');
