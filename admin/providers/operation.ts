/** One GraphQL operation with the types of what goes in and what comes out; `types` exists for the compiler only. */
export interface Operation<Answer, Variables> {
  readonly name: string;
  readonly text: string;
  readonly types?: { readonly answer: Answer; readonly variables: Variables };
}
