import module from 'node:module';

/**
 * Has stacks name the lines of our own sources alone. `--enable-source-maps` keeps the maps of all packages too, from the first load to the end
 * of the process: 8 MiB that no stack of ours needs. An older Node reads the flag as it stands.
 */
module.setSourceMapsSupport?.(true, { nodeModules: false, generatedCode: false });
