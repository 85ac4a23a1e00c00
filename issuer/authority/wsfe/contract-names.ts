/**
 * Every element name of the WSFEv1 contract. An element of another namespace that bears one of them leaves open which of the two
 * counts. Source: wsfev1 WSDL; test/unit/issuer/authority/other-namespaces.test.ts compares.
 */
export const contractNames: ReadonlySet<string> = new Set(
  `
  Actividad Actividades ActividadesTipo Alic AlicIva AppServer Auth AuthServer BaseImp Bloqueado CAE CAEA CAEFchVto
  CanMisMonExt CantReg CbteAsoc CbteDesde CbteFch CbteFchHsGen CbteHasta CbteNro CbteTipo CbtesAsoc ClaseCmp Cmp_Clase
  CodAutorizacion Code Comprador Compradores Concepto ConceptoTipo CondicionIVAReceptorId CondicionIvaReceptor Cuit DbServer
  Desc DocNro DocTipo EmisionTipo Err Errors Events Evt FECAEAConsultar FECAEAConsultarResponse FECAEAConsultarResult
  FECAEADetRequest FECAEADetResponse FECAEARegInformativo FECAEARegInformativoResponse FECAEARegInformativoResult
  FECAEASinMov FECAEASinMovimientoConsultar FECAEASinMovimientoConsultarResponse FECAEASinMovimientoConsultarResult
  FECAEASinMovimientoInformar FECAEASinMovimientoInformarResponse FECAEASinMovimientoInformarResult FECAEASolicitar
  FECAEASolicitarResponse FECAEASolicitarResult FECAEDetRequest FECAEDetResponse FECAESolicitar FECAESolicitarResponse
  FECAESolicitarResult FECompConsultar FECompConsultarResponse FECompConsultarResult FECompTotXRequest
  FECompTotXRequestResponse FECompTotXRequestResult FECompUltimoAutorizado FECompUltimoAutorizadoResponse
  FECompUltimoAutorizadoResult FEDummy FEDummyResponse FEDummyResult FEParamGetActividades FEParamGetActividadesResponse
  FEParamGetActividadesResult FEParamGetCondicionIvaReceptor FEParamGetCondicionIvaReceptorResponse
  FEParamGetCondicionIvaReceptorResult FEParamGetCotizacion FEParamGetCotizacionResponse FEParamGetCotizacionResult
  FEParamGetPtosVenta FEParamGetPtosVentaResponse FEParamGetPtosVentaResult FEParamGetTiposCbte FEParamGetTiposCbteResponse
  FEParamGetTiposCbteResult FEParamGetTiposConcepto FEParamGetTiposConceptoResponse FEParamGetTiposConceptoResult
  FEParamGetTiposDoc FEParamGetTiposDocResponse FEParamGetTiposDocResult FEParamGetTiposIva FEParamGetTiposIvaResponse
  FEParamGetTiposIvaResult FEParamGetTiposMonedas FEParamGetTiposMonedasResponse FEParamGetTiposMonedasResult
  FEParamGetTiposOpcional FEParamGetTiposOpcionalResponse FEParamGetTiposOpcionalResult FEParamGetTiposPaises
  FEParamGetTiposPaisesResponse FEParamGetTiposPaisesResult FEParamGetTiposTributos FEParamGetTiposTributosResponse
  FEParamGetTiposTributosResult FchBaja FchCotiz FchDesde FchHasta FchProceso FchServDesde FchServHasta FchTopeInf
  FchVigDesde FchVigHasta FchVto FchVtoPago FeCAEARegInfReq FeCAEReq FeCabReq FeCabResp FeCompConsReq FeDetReq FeDetResp Id
  ImpIVA ImpNeto ImpOpEx ImpTotConc ImpTotal ImpTrib Importe Iva IvaTipo MonCotiz MonId Moneda Msg Nro Obs Observaciones
  Opcional OpcionalTipo Opcionales Orden PaisTipo Periodo PeriodoAsoc Porcentaje PtoVenta PtoVta RegXReq Reproceso ResultGet
  Resultado Sign Tipo Token Tributo TributoTipo Tributos Valor
  `
    .trim()
    .split(/\s+/),
);
