/**
 * Property tests use one fixed seed, so that a run fails only because of a change. HUSH_SEED replaces it; fast-check prints
 * the seed and the path of each counterexample, which then becomes a named test.
 */
import fc from 'fast-check';

const FIXED_SEED = 20_251_118;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['HUSH_SEED'] ?? FIXED_SEED) });
