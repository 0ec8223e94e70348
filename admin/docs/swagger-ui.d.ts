/** What the API page uses of Swagger UI, which brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    readonly domNode: Element;
    readonly url: string;
    readonly validatorUrl: null;
    readonly supportedSubmitMethods: readonly string[];
    readonly defaultModelsExpandDepth: number;
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly deepLinking: boolean;
    readonly plugins: readonly (() => { readonly wrapComponents: Record<string, () => () => null> })[];
  }): void;
}
