/** How often something is tried: `usual` times in `npm test`, which everybody waits for, `soak` times in `npm run soak`. */
export const rounds = (usual: number, soak: number): number => (process.env.TESTKIT_SOAK ? soak : usual)
