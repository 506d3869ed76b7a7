"""Vendors AWS's published constraints of the resource types that our templates use.

    npm ci && pip install -r test/aws/models/requirements.txt && python3 test/aws/models/refresh.py

Synthesizes every stage and writes constraints.generated.json next to this file: per resource type the CloudFormation
resource schema as cfn-lint ships it (MIT-0; the schemas are AWS's), and the constraints of the API call that
CloudFormation makes for it, from botocore's service model (Apache-2.0), as a JSON schema.
"""

import json
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path

from botocore.loaders import Loader
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

# The shapes whose members a resource type's properties become. A type without one is checked by its resource schema.
SHAPES = {
    "AWS::ApiGatewayV2::Api": [("apigatewayv2", "CreateApiRequest")],
    "AWS::ApiGatewayV2::Integration": [("apigatewayv2", "CreateIntegrationRequest")],
    "AWS::ApiGatewayV2::Route": [("apigatewayv2", "CreateRouteRequest")],
    "AWS::ApiGatewayV2::Stage": [("apigatewayv2", "CreateStageRequest")],
    "AWS::Budgets::Budget": [("budgets", "CreateBudgetRequest")],
    "AWS::CertificateManager::Certificate": [("acm", "RequestCertificateRequest")],
    "AWS::CloudFront::CachePolicy": [("cloudfront", "CreateCachePolicyRequest")],
    "AWS::CloudFront::Distribution": [("cloudfront", "CreateDistributionRequest")],
    "AWS::CloudFront::Function": [("cloudfront", "CreateFunctionRequest")],
    "AWS::CloudFront::OriginAccessControl": [("cloudfront", "CreateOriginAccessControlRequest")],
    "AWS::CloudFront::OriginRequestPolicy": [("cloudfront", "CreateOriginRequestPolicyRequest")],
    "AWS::CloudFront::ResponseHeadersPolicy": [("cloudfront", "CreateResponseHeadersPolicyRequest")],
    "AWS::CloudWatch::Alarm": [("cloudwatch", "PutMetricAlarmInput")],
    "AWS::CloudWatch::CompositeAlarm": [("cloudwatch", "PutCompositeAlarmInput")],
    "AWS::CloudWatch::Dashboard": [("cloudwatch", "PutDashboardInput")],
    "AWS::CodeDeploy::Application": [("codedeploy", "CreateApplicationInput")],
    "AWS::CodeDeploy::DeploymentConfig": [("codedeploy", "CreateDeploymentConfigInput")],
    "AWS::CodeDeploy::DeploymentGroup": [("codedeploy", "CreateDeploymentGroupInput")],
    "AWS::Cognito::UserPool": [("cognito-idp", "CreateUserPoolRequest")],
    "AWS::Cognito::UserPoolClient": [("cognito-idp", "CreateUserPoolClientRequest")],
    "AWS::Cognito::UserPoolDomain": [("cognito-idp", "CreateUserPoolDomainRequest")],
    "AWS::Cognito::UserPoolGroup": [("cognito-idp", "CreateGroupRequest")],
    "AWS::Cognito::UserPoolIdentityProvider": [("cognito-idp", "CreateIdentityProviderRequest")],
    "AWS::DynamoDB::Table": [
        ("dynamodb", "CreateTableInput"),
        ("dynamodb", "UpdateContinuousBackupsInput"),
        ("dynamodb", "UpdateTimeToLiveInput"),
    ],
    "AWS::Events::Rule": [("events", "PutRuleRequest"), ("events", "PutTargetsRequest")],
    "AWS::IAM::Policy": [("iam", "PutRolePolicyRequest")],
    "AWS::IAM::Role": [("iam", "CreateRoleRequest")],
    "AWS::Lambda::Alias": [("lambda", "CreateAliasRequest")],
    "AWS::Lambda::EventInvokeConfig": [("lambda", "PutFunctionEventInvokeConfigRequest")],
    "AWS::Lambda::EventSourceMapping": [("lambda", "CreateEventSourceMappingRequest")],
    "AWS::Lambda::Function": [("lambda", "CreateFunctionRequest"), ("lambda", "PutFunctionConcurrencyRequest")],
    "AWS::Lambda::LayerVersion": [("lambda", "PublishLayerVersionRequest")],
    "AWS::Lambda::Permission": [("lambda", "AddPermissionRequest")],
    "AWS::Lambda::Url": [("lambda", "CreateFunctionUrlConfigRequest")],
    "AWS::Lambda::Version": [("lambda", "PublishVersionRequest")],
    "AWS::Logs::Delivery": [("logs", "CreateDeliveryRequest")],
    "AWS::Logs::DeliveryDestination": [("logs", "PutDeliveryDestinationRequest")],
    "AWS::Logs::DeliverySource": [("logs", "PutDeliverySourceRequest")],
    "AWS::Logs::LogGroup": [("logs", "CreateLogGroupRequest"), ("logs", "PutRetentionPolicyRequest")],
    "AWS::Logs::MetricFilter": [("logs", "PutMetricFilterRequest")],
    "AWS::Logs::ResourcePolicy": [("logs", "PutResourcePolicyRequest")],
    "AWS::Route53::RecordSet": [("route53", "ResourceRecordSet")],
    "AWS::SES::ConfigurationSet": [("sesv2", "CreateConfigurationSetRequest")],
    "AWS::SES::ConfigurationSetEventDestination": [("sesv2", "CreateConfigurationSetEventDestinationRequest")],
    "AWS::SES::EmailIdentity": [("sesv2", "CreateEmailIdentityRequest")],
    "AWS::SES::ReceiptRule": [("ses", "CreateReceiptRuleRequest")],
    "AWS::SNS::Subscription": [("sns", "SubscribeInput")],
    "AWS::SNS::Topic": [("sns", "CreateTopicInput")],
    "AWS::SQS::Queue": [("sqs", "CreateQueueRequest")],
    "AWS::SSM::Parameter": [("ssm", "PutParameterRequest")],
    "AWS::SecretsManager::Secret": [("secretsmanager", "CreateSecretRequest")],
    "AWS::WAFv2::LoggingConfiguration": [("wafv2", "LoggingConfiguration")],
    "AWS::WAFv2::WebACL": [("wafv2", "CreateWebACLRequest")],
}
# What CloudFormation calls differently from the API.
RENAMED = {"userpoolname": "poolname", "ruleset": "rules"}
KEPT = (
    "additionalProperties,allOf,anyOf,const,definitions,dependentRequired,enum,exclusiveMaximum,exclusiveMinimum,"
    "format,items,maxItems,maxLength,maxProperties,maximum,minItems,minLength,minProperties,minimum,not,oneOf,pattern,"
    "patternProperties,prefixItems,primaryIdentifier,properties,readOnlyProperties,required,type,uniqueItems,$ref"
).split(",")
BY_NAME = ("properties", "definitions", "patternProperties", "dependentRequired")
BOUNDS = {
    "string": ("minLength", "maxLength"),
    "blob": ("minLength", "maxLength"),
    "list": ("minItems", "maxItems"),
    "map": ("minProperties", "maxProperties"),
}
models: dict = {}


def kept(schema):
    """The schema without what constrains nothing."""
    if isinstance(schema, list):
        return [kept(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: kept(one) for name, one in value.items()} if key in BY_NAME else kept(value)
        for key, value in sorted(schema.items())
        if key in KEPT
    }


def names_in(schema):
    """Every property name that the schema knows, in lower case."""
    if isinstance(schema, list):
        return set().union(*map(names_in, schema))
    if not isinstance(schema, dict):
        return set()
    own = {name.lower() for name in schema.get("properties", {})}
    return own.union(*map(names_in, schema.values()))


def model_of(service):
    if service not in models:
        models[service] = Loader().load_service_model(service, "service-2")["shapes"]
    return models[service]


def bounds(shape):
    low, high = BOUNDS.get(shape["type"], ("minimum", "maximum"))
    return {key: shape[name] for key, name in ((low, "min"), (high, "max")) if name in shape}


def converted(service, name, wanted, definitions):
    """A reference to the shape as a JSON schema; members that the resource type does not have are left out."""
    key = f"{service}.{name}"
    if key not in definitions:
        definitions[key] = {}
        shape = model_of(service)[name]
        made = bounds(shape)
        if "pattern" in shape:
            made["pattern"] = shape["pattern"]
        if "enum" in shape:
            made["enum"] = shape["enum"]
        if shape["type"] == "structure":
            made["properties"] = {
                member.lower(): converted(service, of["shape"], wanted, definitions)
                for member, of in sorted(shape["members"].items())
                if member.lower() in wanted | {"items"}
            }
        elif shape["type"] == "list":
            made["items"] = converted(service, shape["member"]["shape"], wanted, definitions)
        elif shape["type"] == "map":
            made["propertyNames"] = converted(service, shape["key"]["shape"], wanted, definitions)
            made["additionalProperties"] = converted(service, shape["value"]["shape"], wanted, definitions)
        definitions[key] = made
    return {"$ref": f"#/definitions/{key}"}


def used_by(schema, definitions, found):
    """Adds every definition that the schema refers to."""
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        if isinstance(value, str) and value.startswith("#/definitions/"):
            name = value.removeprefix("#/definitions/")
            if name not in found:
                found.add(name)
                used_by(definitions[name], definitions, found)
        else:
            used_by(value, definitions, found)
    return found


def says_nothing(schema, definitions, within=frozenset()):
    """Whether no value is refused by it."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        return name in within or says_nothing(definitions[name], definitions, within | {name})
    inner = [*schema.get("properties", {}).values(), *(schema[key] for key in ("items", "propertyNames") if key in schema)]
    if isinstance(schema.get("additionalProperties"), dict):
        inner.append(schema["additionalProperties"])
    own = set(schema) - {"properties", "items", "propertyNames", "additionalProperties"}
    return not own and all(says_nothing(one, definitions, within) for one in inner)


def api_of(resource_type, schema):
    definitions: dict = {}
    wanted = names_in(schema)
    wanted |= {RENAMED[name] for name in wanted & set(RENAMED)}
    inputs = [converted(service, name, wanted, definitions) for service, name in SHAPES.get(resource_type, [])]
    silent = {name for name in definitions if says_nothing({"$ref": f"#/definitions/{name}"}, definitions)}

    def pruned(one):
        properties = one.get("properties")
        if properties is None:
            return one
        heard = {
            name: value
            for name, value in properties.items()
            if value["$ref"].removeprefix("#/definitions/") not in silent
        }
        return {**one, "properties": heard}

    definitions = {name: pruned(one) for name, one in definitions.items()}
    merged: dict = {}
    for reference in inputs:
        merged |= definitions[reference["$ref"].removeprefix("#/definitions/")].get("properties", {})
    for theirs, ours in ((value, key) for key, value in RENAMED.items()):
        if theirs in merged and ours in names_in(schema):
            merged[ours] = merged.pop(theirs)
    used = used_by(merged, definitions, set())
    return {"properties": merged, "definitions": {name: definitions[name] for name in sorted(used)}}


def types_in_use():
    root = Path(__file__).parents[3]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([root / "node_modules/.bin/node", root / "test/stack/app.ts", folder, "all"], check=True)
        templates = [json.loads(path.read_text()) for path in Path(folder).glob("*.template.json")]
    return {resource["Type"] for template in templates for resource in template["Resources"].values()}


def main():
    types = types_in_use()
    vendored = {}
    for resource_type in sorted(one for one in types if one.startswith("AWS::")):
        schema = kept(PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", resource_type).schema)
        vendored[resource_type] = {"schema": schema, "api": api_of(resource_type, schema)}
    sources = {
        "cfn-lint": f"{version('cfn-lint')} (MIT-0), CloudFormation resource schemas of us-east-1",
        "botocore": f"{version('botocore')} (Apache-2.0), service models",
    }
    lines = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(one, separators=(',', ':'), sort_keys=True)}" for name, one in vendored.items()
    )
    out = Path(__file__).with_name("constraints.generated.json")
    out.write_text(f'{{"sources": {json.dumps(sources)}, "types": {{\n{lines}\n}}}}\n')
    print(f"{len(vendored)} resource types, {out.stat().st_size // 1024} KB")


main()
